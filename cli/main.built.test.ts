// The command line as a real process: its output and its exit code.

import { once } from 'node:events';
import { mkdtemp, readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ClientConfig } from '../contract/client-config.ts';
import { DEMO_SOURCE } from '../demo/map/county-map.ts';
import { mapsFolderOf } from '../store/format-folder.ts';
import { callPlatbook } from '../test/call-platbook.ts';
import { eventually } from '../test/eventually.ts';
import { writeOutdatedParcels } from '../test/outdated-parcels.ts';
import { writePreparedFolder } from '../test/prepared-folder.ts';
import { finishPlatbook, freePort, runPlatbook, startPlatbook } from '../test/run-platbook.ts';
import { testFolder } from '../test/test-folder.ts';
import { testSource } from '../test/test-source.ts';

const folder = testFolder();

/** A data folder whose parcels an older version of Platbook has loaded. */
async function outdatedFolder(title: string): Promise<string> {
  const dataDir = await mkdtemp(join(folder, 'outdated-'));
  await writeOutdatedParcels({ dataDir, title, kind: title === DEMO_SOURCE ? 'demo' : 'imported' });
  return dataDir;
}

test('a refused setting is one line and exit code 1', async () => {
  const refused = await finishPlatbook(['start'], { DATA_DIR: join(folder, 'unused'), PORT: 'http' });
  expect(refused).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^platbook: PORT is "http": .*\n$/),
  });
});

describe('the demo county', () => {
  test.each([
    ['start', DEMO_SOURCE],
    ['prepare', DEMO_SOURCE],
    ['demo', DEMO_SOURCE],
  ])(
    '%s makes it in place of the %s of an older version; stopped, it ends at once and leaves nothing half made',
    async (command, source) => {
      const dataDir = await outdatedFolder(source);
      const before = (await readdir(dataDir)).filter((name) => name.startsWith('parcels'));
      const settings = { PORT: String(await freePort()), DATA_DIR: dataDir };
      const { child, output } = runPlatbook([command], settings);
      await new Promise<void>((resolve, reject) => {
        child.stdout.on('data', () => output.stdout.includes('Raising hills') && resolve());
        child.once('close', () => reject(new Error(output.stderr)));
      });
      child.kill('SIGTERM');
      // Not before all processes have ended: they share the output.
      const [code, signal] = await once(child, 'close');
      expect(command === 'demo' ? signal : code).toBe(command === 'demo' ? 'SIGTERM' : 130);
      expect(output.stderr).toBe('');
      const now = (await readdir(dataDir)).filter((name) => name.startsWith('parcels'));
      expect(now).toEqual(before);
      expect(await readdir(mapsFolderOf({ dataDir }))).toEqual([]);
    },
  );
});

describe('start', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = join(folder, 'small');
    await writePreparedFolder(dataDir);
  });

  test('says where to go and how to stop, answers, and stops cleanly', async () => {
    const { child, url, block } = await startPlatbook({ DATA_DIR: dataDir });
    for (const part of [`${url}/start/`, dataDir, testSource.title, `${url}/inbox/`, 'Ctrl-C'])
      expect(block).toContain(part);
    await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200));

    // Browsers open connections ahead of need: an unused one must not delay the stop.
    const unused = connect(Number(new URL(url).port), '127.0.0.1');
    await once(unused, 'connect');
    child.kill('SIGINT');
    const [code, signal] = await once(child, 'close');
    expect({ code, signal }).toEqual({ code: 0, signal: null });
    unused.destroy();
  });

  test('with the last county removed it serves an empty map, alone and with others, and makes no fictional county', async () => {
    expect((await callPlatbook(['remove', 'test'], { DATA_DIR: dataDir })).code).toBe(0);
    for (const processes of ['1', '2']) {
      const { child, url, block } = await startPlatbook({ DATA_DIR: dataDir, PROCESSES: processes });
      expect(block).toContain('none: platbook import loads a county');
      expect(block).not.toContain('demo county');
      const { parcelSource, view } = (await (await fetch(`${url}/config.json`)).json()) as ClientConfig;
      expect({ parcelSource, view }).toEqual({ parcelSource: null, view: null });
      child.kill('SIGINT');
      expect(await once(child, 'close')).toEqual([0, null]);
    }
  });
});
