// Tells the operator which command adds the ground that a real county lacks. Visitors are only offered what there is.
import type { MapsSettings } from '../server/config.ts';
import type { StoredLayer } from '../store/layer-folder.ts';

type Kinds = readonly Pick<StoredLayer, 'kind'>[];

/** Undefined where nothing is missing. */
export function missingGround(layers: Kinds, { provider, basemapFile }: MapsSettings): string | undefined {
  if (provider === 'mapbox') return undefined;
  const has = (...kinds: StoredLayer['kind'][]) => layers.some(({ kind }) => kinds.includes(kind));
  const missing = [
    ...(has('basemap', 'roads') || basemapFile !== undefined ? [] : [{ what: 'street map', name: 'osm' }]),
    ...(has('imagery') ? [] : [{ what: 'imagery', name: 'imagery' }]),
    ...(has('terrain') ? [] : [{ what: 'hills', name: 'terrain' }]),
  ];
  if (missing.length === 0) return undefined;
  const words = missing.map(({ what }) => what);
  const listed = words.length === 1 ? words[0] : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  const names = missing.map(({ name }) => name).join(' ');
  return `no ${listed} yet: platbook layers add ${names} gets them, or add the county's own files`;
}
