// What is asked of a store itself, without HTTP, and how long each kind of question takes.
import type { LngLat } from '../../geo/geometry.ts';
import { bufferedTileBounds, tileAt } from '../../geo/tile-address.ts';
import type { ParcelStore } from '../../store/parcel-store.ts';
import { median, seededRandom, shuffled } from '../measure/statistics.ts';
import { parcelsOf } from './synthetic-county.ts';

const QUESTIONS = 500;
const WARM_UP = 50;

type Sample = { pin: string; centroid: LngLat };
type Question = (store: ParcelStore, of: Sample, at: number) => Promise<unknown>;

/** Shuffled, because neighbors in the input are neighbors on disk. */
function sampleOf(count: number): Sample[] {
  const every = Math.max(1, Math.floor(count / QUESTIONS));
  const sample: Sample[] = [];
  let at = 0;
  for (const { pin, centroid } of parcelsOf(count)) if (at++ % every === 0) sample.push({ pin, centroid });
  return shuffled(sample, seededRandom(3));
}

const questions: Record<string, Question> = {
  'by PIN': (store, { pin }) => store.findByPin(pin),
  'at a point': (store, { centroid }) => store.findAt(centroid),
  shape: (store, { pin }) => store.findShape(pin),
  'stored tile, zoom 14': (store, { centroid }) => store.storedTile(tileAt(centroid, 14)),
  'box of a tile, zoom 17': (store, { centroid }) =>
    store.inBox({ bounds: bufferedTileBounds(tileAt(centroid, 17)), limit: 5000 }),
  'search: PIN begins': (store, { pin }) => store.search({ text: pin.slice(0, 9), limit: 20 }),
  'search: two words of an owner': (store) => store.search({ text: 'mary caldwell', limit: 20 }),
  'search: address': (store, _, at) => store.search({ text: `${100 + 2 * (at % 100)} oak ave`, limit: 20 }),
  'search: mistyped': (store) => store.search({ text: 'westmorlend mary', limit: 20 }),
  'search: no hit': (store) => store.search({ text: 'zzzzyx', limit: 20 }),
};

/** The median of each kind, in milliseconds. `count` is the number of parcels that were loaded. */
export async function askStore(store: ParcelStore, count: number): Promise<Map<string, number>> {
  const sample = sampleOf(count);
  const times = new Map<string, number>();
  for (const [name, question] of Object.entries(questions)) {
    for (const of of sample.slice(0, WARM_UP)) await question(store, of, 0);
    const taken: number[] = [];
    for (const [at, of] of sample.entries()) {
      const start = performance.now();
      await question(store, of, at);
      taken.push(performance.now() - start);
    }
    times.set(name, median(taken));
  }
  return times;
}
