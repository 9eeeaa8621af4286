// What lies on a parcel, over HTTP, whatever database holds the parcels.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMapParts } from '../../cli/open-parts.ts';
import { overlaysOnParcel } from '../../contract/overlays.ts';
import { areaSquareMeters, SQUARE_METERS_PER_ACRE } from '../../geo/area.ts';
import type { OverlayStore } from '../../store/overlay-store.ts';
import { openOverlays } from '../../store/sqlite/overlay-file-store.ts';
import { writeOverlayShapes } from '../../store/sqlite/overlay-writer.ts';
import { PlaceFileStore } from '../../store/sqlite/place-file-store.ts';
import { loadParcels, ODD_PINS, testConfig, testParcels } from '../../test/app-under-test.ts';
import { closeStores, type StorePlace, type Stores, storeKinds } from '../../test/store-places.ts';
import { testFolder } from '../../test/test-folder.ts';
import { buildApp } from '../app.ts';
import { LiveMaps } from '../maps/live-maps.ts';

const folder = testFolder();
const zoning = { name: 'zoning', title: 'Zoning', path: join(folder, 'zoning.db') };

describe.each(storeKinds)('parcels in $kind', ({ createPlace }) => {
  let place: StorePlace;
  let stores: Stores;
  let overlays: OverlayStore;
  let app: Awaited<ReturnType<typeof buildApp>>;

  beforeAll(async () => {
    place = await createPlace();
    stores = await place.open();
    await loadParcels(stores.parcels, testParcels);
    const shapes = testParcels.map(({ geometry }, index) => ({ value: `R-${index}`, geometry }));
    await writeOverlayShapes({ path: zoning.path, shapes: [shapes] });
    overlays = openOverlays([zoning]);
    app = await buildApp({
      ...stores,
      config: { ...testConfig, parcelAccess: 'public' },
      maps: new LiveMaps(await openMapParts(testConfig)),
      places: await PlaceFileStore.open(folder),
      ground: { overlays: () => overlays },
      webFolder: undefined,
      log: { write: () => {} },
    });
  });
  afterAll(async () => {
    await app.close();
    await overlays.close();
    await closeStores(stores);
    await place.remove();
  });

  test.each(ODD_PINS)('[LAY-5] the parcel %j lies in its own zone alone', async (pin) => {
    const answer = await app.inject(`/api/parcels/${encodeURIComponent(pin)}/overlays`);
    const index = testParcels.findIndex((parcel) => parcel.pin === pin);
    const acres = areaSquareMeters(testParcels[index]!.geometry) / SQUARE_METERS_PER_ACRE;
    expect(overlaysOnParcel.parse(answer.json()).overlays).toEqual([
      {
        name: 'zoning',
        title: 'Zoning',
        parts: [{ value: `R-${index}`, acres: expect.closeTo(acres, 6), share: expect.closeTo(1, 6) }],
      },
    ]);
  });
});
