// Notices on an open page that other parcels were imported, tells the store, and reloads them.
//
// MapLibre keeps the tiles it has. The server's ETag of a tile begins with the version of the parcels: a tile that comes
// with another version while the map is moved, or when somebody returns to the page, shows that all others are old.
import type { Map as MapLibreMap, MapSourceDataEvent } from 'maplibre-gl';
import type { TileAddress } from '../../geo/geometry.ts';
import { tileNumber } from '../../geo/tile-address.ts';
import { useMapStore } from '../map-store.ts';
import { PARCEL_SOURCE } from './layers-on-map.ts';
import { parcelTileUrl, reloadParcels } from './parcel-layers.ts';

/** Undefined for an ETag that is not made of a version and this tile's number. */
export function versionOf(etag: string | null | undefined, tile: TileAddress): string | undefined {
  const [, version, number] = /^(?:W\/)?"(.+)-(\d+)(?:-plain)?"$/.exec(etag ?? '') ?? [];
  return number === String(tileNumber(tile)) ? version : undefined;
}

/** Watches until the returned function is called. */
export function watchParcelVersion(map: MapLibreMap): () => void {
  // All versions that were seen: a tile of an old one may still come from the browser's cache.
  const seen = new Set<string>();
  let lastTile: TileAddress | undefined;

  const see = (version: string | undefined) => {
    if (version === undefined || seen.has(version)) return;
    const isFirst = seen.size === 0;
    seen.add(version);
    // Not at once: MapLibre is still busy with the tile of the source that is removed here.
    if (!isFirst) queueMicrotask(() => reload(version));
  };
  const reload = (version: string) => {
    // `style` is undefined on a map that was removed.
    if (!map.style) return;
    useMapStore.setState({ parcelVersion: version });
    if (map.getSource(PARCEL_SOURCE)) reloadParcels(map);
  };
  const onSourceData = ({ sourceId, tile }: MapSourceDataEvent) => {
    if (sourceId !== PARCEL_SOURCE || tile?.state !== 'loaded') return;
    const { z, x, y } = tile.tileID.canonical;
    const version = versionOf(tile.etag, { z, x, y });
    if (version === undefined) return;
    lastTile = { z, x, y };
    see(version);
  };
  const onReturn = async () => {
    if (document.visibilityState !== 'visible' || !lastTile) return;
    const { z, x, y } = lastTile;
    const url = parcelTileUrl(location.origin)
      .replace('{z}', String(z))
      .replace('{x}', String(x))
      .replace('{y}', String(y));
    try {
      const { headers } = await fetch(url, { method: 'HEAD', cache: 'no-store' });
      see(versionOf(headers.get('ETag'), { z, x, y }));
    } catch {
      // The server does not answer just now. The next tile will tell.
    }
  };

  map.on('sourcedata', onSourceData);
  document.addEventListener('visibilitychange', onReturn);
  return () => {
    map.off('sourcedata', onSourceData);
    document.removeEventListener('visibilitychange', onReturn);
  };
}
