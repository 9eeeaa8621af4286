// A browser in a few words, such as Firefox on Windows, so that people recognize where they are signed in. The User-Agent
// itself is not stored: it tells far more about a device than that.

/** In this order: nearly every browser also names those that it wants to be taken for. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
/** A header may be as long as 16 KB. */
const READ_MAX = 512;

const named = (text: string, table: readonly [RegExp, string][]) =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/** Undefined for a program, and whatever else names neither a browser nor a system. */
export function browserName(userAgent: string | undefined): string | undefined {
  const text = userAgent?.slice(0, READ_MAX) ?? '';
  const browser = named(text, browsers);
  const system = named(text, systems);
  if (browser === undefined) return system;
  return system === undefined ? browser : `${browser} on ${system}`;
}
