// The headers of every answer, of whatever kind: made once, as an object for Fastify and as text for what is written to the
// socket at once.

export type AnswerHeaders = {
  byName: Readonly<Record<string, string>>;
  /** The same as lines of HTTP, each with its end. */
  lines: string;
};

const HSTS_SECONDS = 365 * 24 * 60 * 60;

/** Answers are data, unless a page says otherwise: nothing in them may run, load, or be framed. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** What a page of this site uses itself, and no page that it frames: where the device is, and what its compass is read from. */
const usedFeatures = ['geolocation', 'accelerometer', 'gyroscope', 'magnetometer'];

/** What a page of this site may never use, nor a page that it frames: those that Chromium knows. The clipboard is not listed: links are copied to it. */
const unusedFeatures = [
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** For pages. Browsers heed it in documents alone, and it is half of the headers of a tile. */
export const PAGE_PERMISSIONS = [
  ...usedFeatures.map((feature) => `${feature}=(self)`),
  ...unusedFeatures.map((feature) => `${feature}=()`),
].join(', ');
const DATA_PERMISSIONS = 'geolocation=()';

/** HSTS only where people come by https: over plain http browsers ignore it, and a name without a certificate would be lost. */
export function createAnswerHeaders({ publicUrl }: { publicUrl: string }): AnswerHeaders {
  // In lower case, as Fastify keeps names: it would make them so for every answer.
  const byName = {
    'content-security-policy': DATA_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': DATA_PERMISSIONS,
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${HSTS_SECONDS}` }),
    'x-content-type-options': 'nosniff',
  };
  const lines = Object.entries(byName).map(([name, value]) => `${name}: ${value}\r\n`);
  return { byName, lines: lines.join('') };
}
