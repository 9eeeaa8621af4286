// The layers of a server that has everything, as its /config.json lists them.
import type { MapLayer } from '../contract/client-config.ts';

export const exampleLayers: readonly MapLayer[] = [
  { id: 'basemap', kind: 'basemap', title: 'Street map' },
  { id: 'aerial', kind: 'imagery', title: 'Aerial imagery' },
  { id: 'terrain', kind: 'terrain', title: 'Hills' },
  {
    id: 'contours',
    kind: 'contours',
    title: 'Contour lines',
    hint: 'every 20 ft',
    source: {
      type: 'vector',
      tiles: ['/maps/contours/{z}/{x}/{y}.mvt?v=1'],
      minzoom: 10,
      maxzoom: 16,
      bounds: [-81, 35, -80, 36],
      attribution: 'Some County',
    },
  },
];

export const layersWithout = (...kinds: string[]): MapLayer[] =>
  exampleLayers.filter(({ kind }) => !kinds.includes(kind));
