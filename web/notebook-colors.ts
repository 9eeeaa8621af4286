// The colors that entries of the notebook may have. Each stands out from its paper halo on every basemap, and from both themes.

/** `#rrggbb`. Files may bring any other color, which is kept. */
export type NotebookColor = string;

export const NOTEBOOK_COLORS: readonly { name: string; color: NotebookColor }[] = [
  { name: 'Red', color: '#b3362b' },
  { name: 'Orange', color: '#b8590a' },
  { name: 'Brown', color: '#7a5230' },
  { name: 'Teal', color: '#0f7580' },
  { name: 'Blue', color: '#2563b0' },
  { name: 'Pink', color: '#b8307c' },
  { name: 'Gray', color: '#5f6368' },
];

/** What has no color of its own is drawn in these: marks of saved parcels in green, drawings in purple. */
export const PARCEL_COLOR = '#1f5c3d';
export const DRAWING_COLOR = '#7a2a8c';

const HEX = /^#?([0-9a-f]{6})(?:[0-9a-f]{2})?$/i;
const SHORT_HEX = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i;

/** Undefined for what is no color in hexadecimal digits. Transparency is dropped. */
export function colorOf(value: unknown): NotebookColor | undefined {
  if (typeof value !== 'string') return;
  const short = SHORT_HEX.exec(value.trim());
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`.toLowerCase();
  const hex = HEX.exec(value.trim())?.[1];
  return hex === undefined ? undefined : `#${hex.toLowerCase()}`;
}
