// Elevation tiles (Terrarium pictures of 256 px) from a server, for an area: all are fetched into a folder first, and a run that
// was killed goes on with those that are there.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bounds, TileAddress } from '../geo/geometry.ts';
import { tilesTouching } from '../geo/tile-address.ts';
import { fillTileTemplate } from '../geo/tile-template.ts';
import type { RetryOptions } from '../import/download-request.ts';
import { type Fetched, fetchWithRetries } from '../import/fetch-bytes.ts';
import type { StepProgress } from '../import/layer.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { checkRoom } from './cut-archive.ts';
import type { ElevationTiles } from './terrain/make-terrain.ts';

const AT_ONCE = 6;
const LIMITS = { bytesMax: 2e6, timeoutMs: 30_000 };
/** A tile of 256 px in PNG has 50 to 130 KB on land. */
const EXPECTED_BYTES = 90_000;
/** 4 bytes for each of its pixels, and a third more for shallower zooms. */
const SCRATCH_BYTES = 350_000;
/** So many failures without a success between them: the others will fail, too. */
const FAILURES_IN_A_ROW_MAX = 12;
/** Of all tiles. Fewer holes are filled from shallower zooms. */
const FAILED_SHARE_MAX = 0.1;

type Area = {
  /** Of each county. */
  bounds: readonly Bounds[];
  /** The only zoom that is fetched; a terrain uses 15 at most. */
  zoomMax: number;
};

export type FetchElevationOptions = Area &
  RetryOptions & {
    /** With {z}, {x} and {y}. */
    url: string;
    workFolder: string;
    onProgress?: ((progress: StepProgress) => void) | undefined;
  };

export type FetchedElevation = ElevationTiles & {
  /** To be said to the operator. */
  notes: readonly string[];
  /** Once nothing more is read. */
  remove(): Promise<void>;
};

export function planElevation(area: Area) {
  let tiles = 0;
  let first: TileAddress | undefined;
  let last: TileAddress | undefined;
  for (const address of addressesOf(area)) {
    tiles++;
    first ??= address;
    last = address;
  }
  return { tiles, bytes: tiles * EXPECTED_BYTES, first: first!, last: last! };
}

/** Tiles of 512 px are joined from four: whole ones of the zoom above are needed. */
function* addressesOf({ bounds, zoomMax: z }: Area): Generator<TileAddress> {
  for (const { x, y } of tilesTouching(bounds, z - 1)) {
    for (const down of [0, 1]) for (const right of [0, 1]) yield { z, x: 2 * x + right, y: 2 * y + down };
  }
}

export async function fetchElevation(o: FetchElevationOptions): Promise<FetchedElevation> {
  const { url, bounds, zoomMax, workFolder, onProgress } = o;
  const { host } = new URL(fillTileTemplate(url, { z: 0, x: 0, y: 0 }));
  const id = createHash('sha256').update(url).digest('hex').slice(0, 8);
  const folder = join(workFolder, `elevation-${id}`);
  await mkdir(folder, { recursive: true });
  const pathOf = ({ z, x, y }: TileAddress) => join(folder, `${z}-${x}-${y}`);

  const { tiles: total, bytes } = planElevation(o);
  // Beside the pictures: the archives made of them, and their heights as plain numbers.
  await checkRoom(workFolder, 2 * bytes + total * SCRATCH_BYTES, 'Making hills of elevation tiles');
  const failed = { count: 0, inARow: 0, reason: '' };
  let done = 0;
  const stopped = new AbortController();
  const signal = o.signal ? AbortSignal.any([o.signal, stopped.signal]) : stopped.signal;

  async function take(address: TileAddress): Promise<void> {
    const path = pathOf(address);
    if (await stat(path).catch(() => undefined)) return;
    const answer = checked(
      await fetchWithRetries({ ...o, ...LIMITS, url: fillTileTemplate(url, address), signal }),
    );
    if (answer.kind === 'failed') {
      failed.count++;
      failed.inARow++;
      failed.reason = answer.reason;
      if (failed.inARow >= FAILURES_IN_A_ROW_MAX) throw givenUp();
      return;
    }
    failed.inARow = 0;
    // An empty file: the server has nothing there.
    await writeFile(`${path}.part`, answer.kind === 'found' ? answer.bytes : '');
    await rename(`${path}.part`, path);
  }

  const givenUp = () =>
    new OperatorError(
      `Elevation could not be fetched from ${host}: ${failed.count} of ${done + 1} tiles failed (${failed.reason}). Try again later, and it goes on where it stopped.`,
    );

  // All take from the same generator.
  const addresses = addressesOf(o);
  async function takeAll(): Promise<void> {
    for (const address of addresses) {
      signal.throwIfAborted();
      await take(address);
      onProgress?.({ stage: 'Fetching elevation', done: ++done, total, unit: 'steps' });
    }
  }
  const results = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, () =>
      takeAll().catch((error: unknown) => {
        stopped.abort(error);
        throw error;
      }),
    ),
  );
  if (results.some(({ status }) => status === 'rejected')) {
    o.signal?.throwIfAborted();
    throw stopped.signal.reason;
  }
  if (failed.count > total * FAILED_SHARE_MAX) throw givenUp();

  return {
    bounds,
    zoomMax,
    tileSizePx: 256,
    tile: async (address) => {
      const bytes = await readFile(pathOf(address)).catch(() => undefined);
      return bytes?.length ? bytes : undefined;
    },
    notes:
      failed.count === 0
        ? []
        : [
            `${failed.count} of ${total} elevation tiles could not be fetched from ${host} (${failed.reason}): their places are filled from around them.`,
          ],
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Only a PNG or a WebP with its end is kept: one that was cut off would fail in every run. */
function checked(answer: Fetched): Fetched {
  if (answer.kind !== 'found') return answer;
  const { bytes } = answer;
  const head = bytes.toString('latin1', 0, 12);
  const isPng = head.startsWith('\x89PNG');
  if (!isPng && !(head.startsWith('RIFF') && head.endsWith('WEBP')))
    return { kind: 'failed', reason: 'the server sends something else than PNG or WebP' };
  const isWhole = isPng ? bytes.includes('IEND', -8, 'latin1') : bytes.readUInt32LE(4) + 8 <= bytes.length;
  return isWhole ? answer : { kind: 'failed', reason: 'the server sends pictures that are cut off' };
}
