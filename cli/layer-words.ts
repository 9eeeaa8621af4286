// How many shapes or tiles a layer has, in words.
import { sizeInWords } from '../runtime/size-in-words.ts';
import type { StoredLayer } from '../store/layer-folder.ts';

/** Archives of tiles do not say how many shapes they hold. */
const MADE_OF_TILES: readonly StoredLayer['kind'][] = ['basemap', 'imagery', 'terrain'];

export function sizeOf({ kind, count, bytes, remote }: StoredLayer): string {
  if (remote) return 'fetched on demand';
  const unit = MADE_OF_TILES.includes(kind) ? 'tile' : 'shape';
  return `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}, ${sizeInWords(bytes)}`;
}
