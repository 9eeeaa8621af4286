// Exports of a real store: units, several counties, and distances.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ParcelRecord } from '../../store/parcel-store.ts';
import { type AppUnderTest, openAppUnderTest, PLAIN_PIN, testParcels } from '../../test/app-under-test.ts';
import { testSource } from '../../test/test-source.ts';

let under: AppUnderTest;

const [first, second, third] = testParcels as [ParcelRecord, ParcelRecord, ParcelRecord];
const { centroid: _, geometry: __, more: ___, units: ____, ...unitFields } = third;
const lots: ParcelRecord[] = [
  { ...first, more: [['ROOF', 'SLATE, "BLUE"']] },
  second,
  { ...third, units: ['U-1', 'U-2'].map((pin) => ({ ...unitFields, pin, name: `Owner of ${pin}` })) },
];

beforeAll(async () => {
  under = await openAppUnderTest({ parcelAccess: 'public', records: lots });
  await under.parcels.replaceSource({
    ...testSource,
    name: 'rowan',
    title: 'County of rowan',
    parcels: [{ ...second, more: [['BARN', 'yes']] }],
    expectedCount: 1,
  });
});
afterAll(() => under.close());

async function geoJsonOf(query: string) {
  const answer = await under.app.inject(`/api/export?format=geojson&${query}`);
  expect(answer.statusCode).toBe(200);
  return { ...answer.json(), count: Number(answer.headers['x-parcel-count']) };
}

test('[P15] all parcels and units of all counties are exported, a unit with the shape of its lot', async () => {
  const { features, count } = await geoJsonOf('');
  expect(count).toBe(features.length);
  const byPin = new Map<string, { properties: Record<string, unknown>; geometry: unknown }>(
    features.map((feature: { id: string }) => [feature.id, feature]),
  );
  expect([...byPin.keys()]).toEqual(
    expect.arrayContaining([PLAIN_PIN, second.pin, `${second.pin}~rowan`, 'U-1', 'U-2']),
  );
  expect(byPin.get('U-1')).toMatchObject({
    properties: { name: 'Owner of U-1', lot: third.pin },
    geometry: third.geometry,
  });
  expect(byPin.get(PLAIN_PIN)).toMatchObject({
    properties: { name: first.name, sale_date: '2019-06-30', taxacres: 2.5, ROOF: 'SLATE, "BLUE"' },
    geometry: first.geometry,
  });
});

test('[P15] [P16] a filter, or PINs, choose what is exported, and the sources that are named', async () => {
  const filtered = await geoJsonOf(`filter=${encodeURIComponent("source = 'rowan'")}`);
  expect(filtered.features).toHaveLength(1);
  expect(filtered.about.Source).toBe('County of rowan');
  const picked = await geoJsonOf(`pins=${encodeURIComponent(`${PLAIN_PIN},U-2`)}`);
  expect(picked.features.map(({ id }: { id: string }) => id).sort()).toEqual([PLAIN_PIN, 'U-2'].sort());
  const none = await geoJsonOf(`filter=${encodeURIComponent('taxacres > 1000')}`);
  expect([none.count, none.features]).toEqual([0, []]);
});

test('[P15] a set around a parcel has distances in its export', async () => {
  const filter = encodeURIComponent(`NEAR(pin = '${PLAIN_PIN}', 1000)`);
  const { features } = await geoJsonOf(`filter=${filter}`);
  expect(features[0].properties.feet).toBeGreaterThan(0);
  const csv = await under.app.inject(`/api/export?format=csv&filter=${filter}`);
  expect(csv.body).toMatch(/^\ufeffpin,.*,feet,touches,lng,lat,/);
});

test('[P15] a CSV of one county has no columns of the others', async () => {
  const header = async (source: string) => {
    const { body } = await under.app.inject(
      `/api/export?format=csv&filter=${encodeURIComponent(`source = '${source}'`)}`,
    );
    return body.split('\r\n')[0]!;
  };
  expect(await header('rowan')).toMatch(/,lng,lat,BARN$/);
  expect(await header(testSource.name)).toMatch(/,lng,lat,ROOF$/);
});

test('[P15] a field or a PIN that is not there is told in words', async () => {
  const answer = await under.app.inject(
    `/api/export?format=shp&filter=${encodeURIComponent("SAME_OWNER('nobody')")}`,
  );
  expect(answer.statusCode).toBe(400);
  expect(answer.json().message).toContain('nobody');
});
