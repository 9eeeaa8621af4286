// The colors of our lines and letters, by the ground they lie on.
import type { MapStyleId } from '../../contract/map-styles.ts';
import { isImagery } from './style-entries.ts';

export type Ink = {
  outline: string;
  letter: string;
  halo: string;
  contour: string;
};

const onPaper: Ink = { outline: '#000000', letter: '#1d1b16', halo: '#fffdf8', contour: '#8a5a2b' };
const onImagery: Ink = { outline: '#ffff00', letter: '#fffdf8', halo: '#14130f', contour: '#f2d9b0' };

export function inkOn(styleId: MapStyleId): Ink {
  return isImagery(styleId) ? onImagery : onPaper;
}
