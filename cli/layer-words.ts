// The size of a layer in words.
import type { StoredLayer } from '../store/layer-folder.ts';

export function megabytes(bytes: number): string {
  const mb = bytes / 1e6;
  return mb < 1000 ? `${mb.toFixed(mb < 10 ? 1 : 0)} MB` : `${(mb / 1000).toFixed(1)} GB`;
}

/** Archives of tiles do not say how many shapes they hold. */
const MADE_OF_TILES: readonly StoredLayer['kind'][] = ['basemap', 'imagery', 'terrain'];

export function countOf({ kind, count }: Pick<StoredLayer, 'kind' | 'count'>): string {
  const unit = MADE_OF_TILES.includes(kind) ? 'tile' : 'shape';
  return `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`;
}
