// The loaded counties on the map where it is too far out to draw parcels: the outline of their land, and their names.
import type { Feature, FeatureCollection } from 'geojson';
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import { PARCEL_OUTLINE_ZOOM_MIN } from '../../contract/limits.ts';
import type { Look } from '../layer-colors.ts';
import { type MapState, useMapStore } from '../map-store.ts';
import type { Overlay } from './layers-on-map.ts';

const COUNTY_SOURCE = 'counties';

type Counties = Pick<MapState, 'counties' | 'countyOutlines'>;

/** The lines follow the names, which are known at once. */
export function countyShapes({ counties, countyOutlines }: Counties): FeatureCollection {
  const names = counties.map(({ title, center }): Feature => {
    // Titles are as long as 'City of Cambridge, Massachusetts'.
    const properties = { Name: title.split(',')[0] };
    return {
      type: 'Feature',
      properties,
      geometry: { type: 'Point', coordinates: [center.lng, center.lat] },
    };
  });
  const lines = countyOutlines.map(({ outline }): Feature => {
    return { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates: outline } };
  });
  return { type: 'FeatureCollection', features: [...lines, ...names] };
}

/** As they are known at that moment. */
export function drawCounties({ colors, font }: Look): Overlay {
  const source = COUNTY_SOURCE;
  const maxzoom = PARCEL_OUTLINE_ZOOM_MIN;
  const isLine = ['==', ['geometry-type'], 'LineString'] as ['==', ['geometry-type'], string];
  const line = { type: 'line', source, maxzoom, filter: isLine, layout: { 'line-join': 'round' } } as const;
  const { selected, selectedCasing, text, halo } = colors;
  return {
    sources: { [source]: { type: 'geojson', data: countyShapes(useMapStore.getState()) } },
    layers: {
      'selected-edge': [
        {
          ...line,
          id: 'county-casing',
          paint: { 'line-color': selectedCasing, 'line-width': 4, 'line-opacity': 0.8 },
        },
        { ...line, id: 'county-outlines', paint: { 'line-color': selected, 'line-width': 1.75 } },
      ],
      // Below the names of towns, beside which there is room for it.
      'owner-names': [
        {
          id: 'county-names',
          type: 'symbol',
          source,
          maxzoom,
          filter: ['has', 'Name'],
          layout: {
            'text-field': ['get', 'Name'],
            'text-font': font,
            'text-size': 14,
            'text-max-width': 9,
            'text-variable-anchor': ['center', 'top', 'bottom', 'left', 'right'],
            'text-radial-offset': 1.2,
          },
          paint: { 'text-color': text, 'text-halo-color': halo, 'text-halo-width': 2 },
        },
      ],
    },
  };
}

/** Fetches the outlines when they are first seen, and after each import, until the returned function is called. */
export function followCounties(map: MapLibreMap): () => void {
  let fetchedFor: string | undefined;
  const fetchIfSeen = async () => {
    const { parcelVersion } = useMapStore.getState();
    if (map.getZoom() >= PARCEL_OUTLINE_ZOOM_MIN || parcelVersion === fetchedFor) return;
    fetchedFor = parcelVersion;
    try {
      const { fetchCountyOutlines } = await import('./fetch-county-outlines.ts');
      const countyOutlines = await fetchCountyOutlines();
      // A stale response: another import came meanwhile.
      if (fetchedFor === parcelVersion) useMapStore.setState({ countyOutlines });
    } catch (error) {
      console.warn('The outlines of the counties could not be read.', error);
      // The next move asks again.
      fetchedFor = undefined;
    }
  };
  void fetchIfSeen();
  const { unsubscribe: stopFollowingMap } = map.on('moveend', fetchIfSeen);
  const stopFollowingStore = useMapStore.subscribe((state, previous) => {
    if (state.parcelVersion !== previous.parcelVersion) void fetchIfSeen();
    if (state.counties === previous.counties && state.countyOutlines === previous.countyOutlines) return;
    // A removed map has no style, and getSource would throw.
    const source = map.style ? map.getSource<GeoJSONSource>(COUNTY_SOURCE) : undefined;
    source?.setData(countyShapes(state));
  });
  return () => {
    stopFollowingMap();
    stopFollowingStore();
  };
}
