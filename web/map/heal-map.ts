// Asks again for the parts of the map that failed to load: tiles, sources and the sprite. MapLibre itself never does.
import type { ErrorEvent, Map as MapLibreMap } from 'maplibre-gl';
import { isTransient, type Repairs } from '../repairs.ts';

type TileAddress = { z: number; x: number; y: number };
/** An error of a source names it, an error of a tile both. */
type LoadError = ErrorEvent & { sourceId?: string; tile?: { tileID: { canonical: TileAddress } } };

type Healed = Pick<
  MapLibreMap,
  'on' | 'getSource' | 'refreshTiles' | 'getStyle' | 'setSprite' | 'getFontFaces' | 'setFontFaces'
>;

export function healMap(map: Healed, repairs: Repairs): void {
  let failedTiles = new Map<string, TileAddress[]>();
  map.on('remove', repairs.clear);
  // Another style has sources of its own, and asks for all of their tiles.
  map.on('style.load', () => {
    failedTiles = new Map();
    const reloadFontsOnceBack = () =>
      repairs.needsOnceBack('fonts', () => {
        reloadFonts(map);
        reloadFontsOnceBack();
      });
    reloadFontsOnceBack();
  });

  const reloadTiles = (sourceId: string) => {
    const tiles = failedTiles.get(sourceId);
    failedTiles.delete(sourceId);
    const source = map.getSource(sourceId);
    if (!tiles || !source) return;
    // Only those that failed: the others would flicker, or be lost where the server is still away. A picture that is
    // marked for refreshing must have been there before, so of pictures all are asked for; the browser's cache has most.
    if (source.type === 'raster') map.refreshTiles(sourceId);
    else map.refreshTiles(sourceId, tiles);
  };

  map.on('error', ({ error, sourceId, tile }: LoadError) => {
    if (!isTransient(statusOf(error))) return;
    if (sourceId === undefined) {
      // The style itself is not loaded by the library, so what has an address is the sprite.
      if ('url' in error) repairs.needs('sprite', () => reloadSprite(map));
    } else if (tile) {
      failedTiles.set(sourceId, [...(failedTiles.get(sourceId) ?? []), tile.tileID.canonical]);
      repairs.needs(`tiles of ${sourceId}`, () => reloadTiles(sourceId));
    } else {
      repairs.needs(`source ${sourceId}`, () => reloadSource(map, sourceId));
    }
  });
}

/** Not by `instanceof AJAXError`: importing that class would pull the whole map library into the caller's chunk. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
    ? error.status
    : undefined;
}

/** The library reports no font file that failed: it draws with the system's font from then on. */
function reloadFonts(map: Healed): void {
  const declared = map.getFontFaces();
  const hasLoadedOne = [...document.fonts].some(({ family }) => family.includes('maplibre-gl-font-face'));
  if (declared && !hasLoadedOne) map.setFontFaces(declared);
}

function reloadSprite(map: Healed): void {
  const sprite = map.getStyle()?.sprite;
  if (typeof sprite === 'string') map.setSprite(sprite);
}

/** The description of a source, which lists the addresses of its tiles. */
function reloadSource(map: Healed, sourceId: string): void {
  const source = map.getSource(sourceId);
  if (source && 'setUrl' in source && 'url' in source && typeof source.url === 'string') {
    (source as { setUrl: (url: string) => void }).setUrl(source.url);
  }
}
