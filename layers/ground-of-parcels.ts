// The ground under parcels without any street map: their land, the streets between them, and the towns around.
import { placeFeature } from '../basemap/ground/place-features.ts';
import type { ZoomedFeature } from '../basemap/zoomed-feature.ts';
import { PlaceList } from '../gazetteer/place-list.ts';
import { addUnitedStates } from '../gazetteer/us-places.ts';
import { boundsOf, boxesTouch } from '../geo/bounds-of.ts';
import type { Bounds } from '../geo/geometry.ts';
import type { ParcelSet } from '../store/parcel-store.ts';
import { type StreetsFromParcels, streetFeatures, streetsFromParcels } from './streets-from-parcels.ts';

type Ground = Omit<StreetsFromParcels, 'land'> & { set: Pick<ParcelSet, 'sources'> };

/** In the order in which they are drawn. */
export async function* groundOfParcels({ set, ...options }: Ground): AsyncGenerator<ZoomedFeature[]> {
  yield landOf(set);
  const land = set.sources.map(({ bounds }) => bounds);
  for await (const streets of streetsFromParcels({ ...options, land })) {
    // The longer street is drawn over the shorter one.
    streets.sort((one, other) => one.lengthMeters - other.lengthMeters);
    yield streets.flatMap(streetFeatures);
  }
  yield townsIn(land);
}

/** A coarse coastline of the world would leave coastal parcels under water. */
function landOf({ sources }: Ground['set']): ZoomedFeature[] {
  return sources.flatMap(({ outline = [] }) =>
    outline.map((ring) => ({
      layer: 'earth',
      geometry: { type: 'Polygon', coordinates: [ring] },
      minZoom: 8,
      properties: { kind: 'earth', min_zoom: 8 },
    })),
  );
}

/** The number of a town's ZIP codes stands in for its population. */
const PEOPLE_PER_ZIP = 10_000;

function townsIn(land: readonly Bounds[]): ZoomedFeature[] {
  const list = new PlaceList();
  addUnitedStates(list, { without: undefined });
  const zips = new Map<number | undefined, number>();
  for (const { type, within } of list.places) {
    if (type === 'postcode') zips.set(within.place, (zips.get(within.place) ?? 0) + 1);
  }
  return list.places.flatMap(({ id, type, name, at }) => {
    const point = boundsOf({ type: 'Point', coordinates: [at.lng, at.lat] });
    const isInside = land.some((bounds) => boxesTouch(bounds, point));
    if (type !== 'place' || !isInside) return [];
    const population = PEOPLE_PER_ZIP * (zips.get(id) ?? 0);
    // The list of cities has neighborhoods, too, which have no post office of their own.
    return placeFeature({ name, at, population, kind: population > 0 ? 'town' : 'neighbourhood' });
  });
}
