// What the operator is told of missing ground.
import { expect, test } from 'vitest';
import { missingGround } from './missing-ground.ts';

const embedded = { provider: 'embedded', mapboxAccessToken: undefined, basemapFile: undefined } as const;

test('[LAY-4] names what is missing, and the command that adds it', () => {
  expect(missingGround([], embedded)).toBe(
    "no street map, imagery or hills yet: platbook layers add osm imagery terrain gets them, or add the county's own files",
  );
  expect(missingGround([{ kind: 'roads' }, { kind: 'imagery' }], embedded)).toBe(
    "no hills yet: platbook layers add terrain gets them, or add the county's own files",
  );
});

test('[LAY-4] says nothing where nothing is missing', () => {
  const all = [{ kind: 'basemap' }, { kind: 'imagery' }, { kind: 'terrain' }] as const;
  expect(missingGround(all, embedded)).toBeUndefined();
  expect(missingGround(all.slice(1), { ...embedded, basemapFile: '/maps/extract.pmtiles' })).toBeUndefined();
  expect(missingGround([], { ...embedded, provider: 'mapbox' })).toBeUndefined();
});
