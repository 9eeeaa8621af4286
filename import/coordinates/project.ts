// Turns longitude and latitude on WGS 84 into the coordinates of a system: the inverse of unproject.ts.
import proj4 from 'proj4';
import type { LngLat } from '../../geo/geometry.ts';
import { readProj4, writeProj4 } from './proj4-text.ts';

export type Project = (place: LngLat) => { x: number; y: number };

/** For the text of a system that unprojectorOf has opened. NaN where the system has no such place. */
export function projectorOf(text: string): Project {
  const parameters = readProj4(text);
  if (!parameters.has('x_0')) parameters.set('x_0', '0');
  if (!parameters.has('y_0')) parameters.set('y_0', '0');
  if (!/[1-9]/.test(parameters.get('towgs84') ?? '')) {
    // Without a datum, proj4 shifts nothing.
    parameters.delete('towgs84');
    parameters.delete('nadgrids');
  }
  if (/^lat|^lon/.test(parameters.get('proj') ?? '') && !parameters.has('towgs84')) {
    const unit = Number(parameters.get('to_meter') ?? 1);
    const greenwich = Number(parameters.get('pm') ?? 0) || 0;
    return ({ lng, lat }) => ({ x: (lng - greenwich) / unit, y: lat / unit });
  }
  const converter = proj4('WGS84', writeProj4(parameters));
  return ({ lng, lat }) => {
    try {
      const [x, y] = converter.forward([lng, lat]);
      return { x: x!, y: y! };
    } catch {
      return { x: Number.NaN, y: Number.NaN };
    }
  };
}
