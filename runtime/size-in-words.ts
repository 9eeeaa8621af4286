// Sizes of files in words, by thousands.

export function sizeInWords(bytes: number): string {
  const mb = bytes / 1e6;
  if (mb < 0.1) return `${Math.ceil(bytes / 1000)} KB`;
  return mb < 1000 ? `${mb.toFixed(mb < 10 ? 1 : 0)} MB` : `${(mb / 1000).toFixed(1)} GB`;
}
