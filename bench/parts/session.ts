// The session check alone: the same revalidations, with the cookies of somebody who has signed in there, at a server that
// checks them and at one that is open to all, in turn. What the first one needs more is the check.
import { makeTestCounty } from '../../scripts/make-test-county.mjs';
import { collectTiles, recordedTilePaths } from '../inputs/questions.ts';
import { recordedHeaders } from '../inputs/replay-session.ts';
import { type Platbook, signIn, startPlatbook } from '../inputs/running-platbook.ts';
import { coresForSides } from '../measure/machine.ts';
import { amountsOf, measureSides, type Side } from '../measure/sides.ts';
import { median, medianRatio } from '../measure/statistics.ts';
import type { Part } from '../part.ts';
import { findPeer } from '../peers/programs.ts';
import { barsOf, type Figure } from '../report/result.ts';

const OPEN = '304, open to all';
const CHECKED = '304, session checked';

export const session: Part = {
  name: 'session',
  title: 'The session check',
  missing: () => findPeer('wrk').missing,
  async run({ size, say }) {
    const county = makeTestCounty();
    const cores = coresForSides();
    const start = (name: string, access: string) =>
      startPlatbook({
        name,
        copyOf: county,
        cores: cores && [cores.server],
        settings: { PARCEL_ACCESS: access },
      });
    const open = await start('session-public', 'public');
    const closed = await start('session-signed-in', 'signed-in');
    try {
      // At both: code that has also run a sign-in is compiled less specially, and costs every request some microseconds.
      const credentialsAt = async (server: Platbook) => {
        const person = await signIn(server);
        const origin = `http://localhost:${server.port}`;
        return async () => recordedHeaders('/tiles/', { origin, cookies: (await person.renew()).cookies });
      };
      // Any version of the tile is known to this client, so that nothing but the check can differ.
      const tiles = await collectTiles(open, await recordedTilePaths(open));
      const requests = tiles.map(({ path }) => ({ path, headers: { 'If-None-Match': '*' } }));
      const same = { status: 304, requests };
      const sides: Side[] = [
        { name: OPEN, server: open, credentials: await credentialsAt(open), ...same },
        { name: CHECKED, server: closed, credentials: await credentialsAt(closed), ...same },
      ];
      const { seconds, rounds, warmUps } = amountsOf(size);
      say(`two servers, ${rounds + 1} rounds`);
      const measured = await measureSides(sides, { seconds, warmUps, rounds: rounds + 1 });
      const [without, withCheck] = [measured.get(OPEN)!, measured.get(CHECKED)!];
      const figures: Figure[] = [
        { name: OPEN, unit: 'µs', value: median(without) },
        {
          name: CHECKED,
          unit: 'µs',
          value: median(withCheck),
          ratio: medianRatio(withCheck, without),
          beside: OPEN,
        },
        {
          name: 'the check itself',
          unit: 'µs',
          value: Math.max(0, median(withCheck.map((value, round) => value - without[round]!))),
          goal: { of: 'value', atMost: 5 },
        },
      ];
      return {
        about:
          'Revalidations of the tiles of a session as Chromium asked for them, with the cookies of somebody who has signed in there, CPU time of the server for each. One server checks the session, the other is open to all; the check is the median of the differences of each round. The open one looks for a session in its memory, too, finds none, and counts the requests of the client instead, so nothing is left of the check where that costs as much.',
        figures,
        plots: [
          {
            name: 'session',
            title: 'CPU time of a revalidation, with and without a session check',
            unit: 'µs',
            bars: barsOf(figures),
          },
        ],
      };
    } finally {
      await open.stop();
      await closed.stop();
    }
  },
};
