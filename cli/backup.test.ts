// platbook backup and restore as real processes, beside a real server; and a start on damaged files.
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { loadParcels, PLAIN_PIN, testParcels } from '../test/app-under-test.ts';
import { finishPlatbook, startPlatbook } from '../test/run-platbook.ts';
import { CHALLENGE, VERIFIER } from '../test/sdk-client.ts';
