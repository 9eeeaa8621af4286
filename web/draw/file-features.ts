// What every reader of files shares: what it returns, and the text of a file.

/** Features that are not looked at yet, or why there are none. */
export type FeaturesRead = { features: unknown[] } | { problem: string };

/** In the encoding of its byte order mark or of its XML declaration, else UTF-8. Undefined where it is in another one. */
export function decoded(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = /^<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : (declared ?? 'utf-8');
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return;
  }
}
