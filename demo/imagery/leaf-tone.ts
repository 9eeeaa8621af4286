// The color of a tree: dark pine, broadleaf or pale green.
import { noise, smoothstep } from './hash-noise.ts';
import type { Color } from './photo.ts';

const PINE: Color = [62, 82, 58];
const BROADLEAF: Color = [82, 99, 61];
const PALE: Color = [106, 119, 74];

/** Low-frequency noise makes stands of similar trees; `chance`, 0 to 1, varies single trees. Writes to `tone`. */
export function leafTone(
  tone: { red: number; green: number; blue: number },
  x: number,
  y: number,
  chance: number,
): void {
  const stands = noise(x / 130, y / 130) + (noise(x / 31, y / 31) - 0.5) * 0.5;
  const broad = smoothstep(stands + (chance - 0.5) * 0.6, 0.2, 0.65);
  const pale = smoothstep((chance * 7.3) % 1, 0.55, 1) * 0.7 * broad;
  const bright = 0.86 + ((chance * 13.7) % 1) * 0.28;
  tone.red = blend(PINE[0], BROADLEAF[0], PALE[0], broad, pale) * bright;
  tone.green = blend(PINE[1], BROADLEAF[1], PALE[1], broad, pale) * bright;
  tone.blue = blend(PINE[2], BROADLEAF[2], PALE[2], broad, pale) * bright;
}

function blend(pine: number, broadleaf: number, paleLeaf: number, broad: number, pale: number): number {
  const leaf = pine + (broadleaf - pine) * broad;
  return leaf + (paleLeaf - leaf) * pale;
}
