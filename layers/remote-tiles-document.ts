// What services of pictures say of themselves: fetched, and parsed with care.
import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { fetchBytes } from '../import/fetch-bytes.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { printableLine } from '../runtime/printable-text.ts';
import { isPrivateHost } from '../runtime/private-address.ts';
import type { RemoteTiles } from '../store/layer-folder.ts';

export type DescribedTiles = RemoteTiles & {
  title?: string | undefined;
  /** Plain text. */
  credit?: string | undefined;
};

export type DescribeOptions = {
  /** The name or the title of one of several layers. */
  layer?: string | undefined;
  /** Of a template, which does not say. */
  zoomMax?: number | undefined;
  signal?: AbortSignal | undefined;
};

/** The capabilities of the largest services have 10 MB. */
const DOCUMENT_BYTES_MAX = 32e6;
const TIMEOUT_MS = 60_000;

/** `host` alone: an address may hold a token. */
export const cannotUse = (host: string, why: string) => new OperatorError(`${host} ${why}`);

export async function fetchText(url: URL, signal: AbortSignal | undefined): Promise<string> {
  const limits = { bytesMax: DOCUMENT_BYTES_MAX, timeoutMs: TIMEOUT_MS };
  const answer = await fetchBytes({ url: url.href, ...limits, signal });
  if (answer.kind === 'found') return answer.bytes.toString('utf8');
  const reason = answer.kind === 'missing' ? 'there is nothing at this address' : answer.reason;
  const hint =
    answer.kind === 'failed' && (answer.status === 401 || answer.status === 403)
      ? 'it may need a token in its address'
      : 'check the address, and try again';
  throw cannotUse(url.host, `does not describe its pictures (${reason}): ${hint}.`);
}

export async function fetchXml(url: URL, signal: AbortSignal | undefined): Promise<XmlElement> {
  const text = await fetchText(url, signal);
  try {
    return parseXml(text.trimStart(), { ignoreUndefinedEntities: true }).root!;
  } catch {
    throw cannotUse(url.host, 'describes its pictures in XML that cannot be read: check the address.');
  }
}

/** Children by their name, whatever its prefix. */
export function all(parent: XmlElement | undefined, name: string): XmlElement[] {
  const children = parent?.children ?? [];
  return children.filter(
    (child): child is XmlElement => child instanceof XmlElement && localName(child) === name,
  );
}

export const localName = ({ name }: XmlElement) => name.replace(/^.*:/, '');

export function first(parent: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  return path.reduce((found: XmlElement | undefined, name) => all(found, name)[0], parent);
}

/** Undefined for nothing but blanks. */
export function textIn(parent: XmlElement | undefined, ...path: string[]): string | undefined {
  return printableLine(first(parent, ...path)?.text ?? '').trim() || undefined;
}

export function attribute(element: XmlElement | undefined, name: string): string | undefined {
  const found = Object.entries(element?.attributes ?? {}).find(([key]) => key.replace(/^.*:/, '') === name);
  return found?.[1];
}

type Named = { name: string; title: string | undefined };

/** The one that is meant; throws a sentence that lists them where that is not clear. */
export function chooseLayer<Layer extends Named>(
  layers: readonly Layer[],
  { layer, host, only = layers }: { layer: string | undefined; host: string; only?: readonly Layer[] },
): Layer {
  const isMeant = (text: string | undefined) => text?.toLowerCase() === layer?.trim().toLowerCase();
  const found =
    layer === undefined
      ? only.length === 1 && only[0]
      : (layers.find(({ name }) => name === layer) ??
        layers.find(({ name, title }) => isMeant(name) || isMeant(title)));
  if (found) return found;
  if (layers.length === 0) throw cannotUse(host, 'has no layers of pictures.');
  const shown = layers.slice(0, LISTED_MAX).map(({ name, title }) => (title ? `${name} (${title})` : name));
  const more = layers.length > LISTED_MAX ? ` and ${layers.length - LISTED_MAX} more` : '';
  const problem = layer === undefined ? 'has several layers' : `has no layer ${layer}`;
  throw cannotUse(host, `${problem}: name one with --layer. It has ${shown.join(', ')}${more}.`);
}

const LISTED_MAX = 20;

export function isWebMercator(crs: string | undefined): boolean {
  return /(^|[^0-9])(3857|900913|102100|102113|3785)$/.test(crs?.trim() ?? '');
}

/**
 * Where a service says that its pictures are. What the operator put into the address goes along, but a token not to another
 * host. `known` are the parameters of the protocol.
 */
export async function pictureAddress(o: {
  href: string | undefined;
  asked: URL;
  known: readonly string[];
  /** A template, to which nothing is added. */
  isComplete?: boolean;
}): Promise<string> {
  const { href, asked, known } = o;
  const named = href && URL.canParse(href, asked.href) ? new URL(href, asked) : asked;
  const isElsewhere = named.hostname !== asked.hostname;
  if (!/^https?:$/.test(named.protocol) || (isElsewhere && (await isPrivateHost(named.hostname)))) {
    throw cannotUse(
      asked.host,
      `says that its pictures are at ${named.host}, which is not a public address.`,
    );
  }
  const has = (name: string) =>
    known.includes(name.toLowerCase()) ||
    [...named.searchParams.keys()].some((other) => other.toLowerCase() === name.toLowerCase());
  if (!isElsewhere) {
    // https stays, whatever a service behind a proxy believes.
    if (asked.protocol === 'https:' && named.protocol === 'http:') {
      named.protocol = 'https:';
      named.port = asked.port;
    }
    for (const [name, value] of asked.searchParams) if (!has(name)) named.searchParams.append(name, value);
  }
  for (const name of o.isComplete ? [] : [...named.searchParams.keys()]) {
    if (known.includes(name.toLowerCase())) named.searchParams.delete(name);
  }
  return decodeBraces(named.href);
}

/** URL encodes the braces of a template, and so do the address bars of browsers. */
export const decodeBraces = (text: string) => text.replace(/%7B/gi, '{').replace(/%7D/gi, '}');

/** Adds parameters to an address; braces in them stay. */
export function withQuery(address: string, parameters: Record<string, string>): string {
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replace(/%2C/g, ',')}`)
    .join('&');
  const join = address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?';
  return decodeBraces(`${address}${join}${query}`);
}

/** A copy whose protocol parameters are these. */
export function askFor(url: URL, parameters: Record<string, string>): URL {
  const asked = new URL(url);
  const names = [...Object.keys(parameters), ...PROTOCOL].map((name) => name.toLowerCase());
  for (const name of [...asked.searchParams.keys()]) {
    if (names.includes(name.toLowerCase())) asked.searchParams.delete(name);
  }
  for (const [name, value] of Object.entries(parameters)) asked.searchParams.set(name, value);
  return asked;
}

/** Of WMS and WMTS: an address that was copied from a request for one picture has them, too. */
export const PROTOCOL = [
  'service',
  'request',
  'version',
  'layer',
  'layers',
  'style',
  'styles',
  'format',
  'transparent',
  'crs',
  'srs',
  'bbox',
  'width',
  'height',
  'tilematrixset',
  'tilematrix',
  'tilerow',
  'tilecol',
];

/** Of those in the capabilities. JPEG where there is one: photographs are small in it. */
export function pictureFormat(described: XmlElement | undefined, host: string): string {
  const formats = all(described, 'Format').map(({ text }) => text.trim());
  const find = (pattern: RegExp) => formats.find((format) => pattern.test(format));
  const patterns = [/^image\/jpe?g$/i, /jpg-?png/i, /^image\/png$/i, /^image\/png/i, /^image\/webp$/i];
  const found = patterns.map(find).find((format) => format !== undefined);
  if (found !== undefined) return found;
  throw cannotUse(host, 'has no JPEG, PNG or WebP.');
}
