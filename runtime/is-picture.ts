// Whether bytes are a picture that Platbook takes: JPEG, PNG or WebP.

/** By the first bytes: sharp would read SVG and others, too. */
export function isPicture(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 12);
  const isWebp = head.startsWith('RIFF') && head.endsWith('WEBP');
  return isWebp || head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG\r\n\x1a\n');
}
