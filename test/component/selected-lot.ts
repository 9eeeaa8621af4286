// A selected parcel whose corners are at given spots of a map: something to snap to.
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Position } from '../../geo/geometry.ts';
import { useMapStore } from '../../web/map-store.ts';
import { exampleParcel } from '../example-parcel.ts';
import type { Spot } from './pointer.ts';

export const placeAt = (map: MapLibreMap, [x, y]: Spot): Position => map.unproject([x, y]).toArray();

export function selectLotAt(map: MapLibreMap, ...corners: Spot[]): void {
  const parcel = exampleParcel();
  const ring = [...corners, corners[0]!].map((spot) => placeAt(map, spot));
  const geometry = { type: 'Polygon' as const, coordinates: [ring] };
  useMapStore.setState({ selection: { status: 'loaded', pin: parcel.pin, parcel, geometry } });
}
