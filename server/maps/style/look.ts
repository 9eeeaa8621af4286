// What tells one style from another: its colors, and how boldly roads and words are drawn.
import type { Palette } from './palette.ts';

export type Look = {
  palette: Palette;
  /** Roads are drawn as wide as they are in life, times this. */
  roadScale: number;
  roadEdgePx: number;
  streamScale: number;
  roadLabelPx: { minor: number; major: number };
  shieldTextPx: number;
  haloPx: number;
};
