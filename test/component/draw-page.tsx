// The open draw tools on an empty map, for component tests.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { DrawLibrary } from '../../web/draw/draw-library.ts';
import { DrawTools } from '../../web/draw/draw-tools.tsx';
import type { Drawing } from '../../web/draw/drawing.ts';
import { openDrawings } from '../../web/draw/drawings-store.ts';
import { useMapStore } from '../../web/map-store.ts';
import { createRepairs } from '../../web/repairs.ts';
import { openEmptyMap } from './empty-map.ts';
import { mouse, type Spot } from './pointer.ts';

export const box = page.getByRole('region', { name: 'Draw' });
export const button = (name: string) => box.getByRole('button', { name, exact: true });

type View = { center: [number, number]; zoom: number };
export type OpenTools = { map: MapLibreMap; draw: DrawLibrary; unmount: () => Promise<void> };

export async function openDrawTools(view?: View): Promise<OpenTools> {
  // The store lives as long as the page: only a change of user resets it.
  openDrawings('nobody');
  const map = await openEmptyMap(view);
  const { unmount } = await render(
    <DrawTools map={map} person="ada" labelFont={['Noto Sans Regular']} repairs={createRepairs()} />,
  );
  useMapStore.setState({ tool: 'draw' });
  await expect.element(box).toBeVisible();
  const { draw } = map.getContainer() as HTMLElement & { draw: DrawLibrary };
  return { map, draw, unmount };
}

/** Waits until all earlier changes are rendered: clicks are tested against rendered features. */
async function rendered(map: MapLibreMap): Promise<void> {
  // The library hands its features to the map in the next frame.
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const idle = map.once('idle');
  map.triggerRepaint();
  await idle;
}

export async function clickAt(map: MapLibreMap, ...spots: Spot[]): Promise<void> {
  for (const spot of spots) {
    await rendered(map);
    await mouse.move(spot);
    await mouse.down(spot);
    // A press has the library move a shape from one source to the other, and for a moment neither renders it.
    await rendered(map);
    await mouse.up(spot);
  }
}

export async function dragBetween(map: MapLibreMap, from: Spot, to: Spot): Promise<void> {
  await rendered(map);
  await mouse.move(from);
  await mouse.down(from);
  await mouse.drag([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
  await mouse.drag(to);
  await mouse.up(to);
}

/** A drawing with corners at spots of the page. */
export function shapeAt(
  map: MapLibreMap,
  id: string,
  type: 'Point' | 'LineString' | 'Polygon',
  ...spots: Spot[]
): Drawing {
  const places = spots.map(([x, y]) => map.unproject([x, y]).toArray());
  const coordinates = { Point: places[0], LineString: places, Polygon: [[...places, places[0]!]] }[type];
  return { type: 'Feature', id, properties: {}, geometry: { type, coordinates } as Drawing['geometry'] };
}
