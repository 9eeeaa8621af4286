import { describe, expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport } from './read-reports.mjs';

const vitestFile = (name: string, status: 'passed' | 'failed', message = '') => ({
  name: `${process.cwd()}/${name}`,
  status,
  message,
  startTime: 1000,
  endTime: 3500,
});

describe('what Vitest reports', () => {
  test('each test counts once, and failed and skipped ones are named', () => {
    const tally = readVitestReport({
      testResults: [
        {
          ...vitestFile('geo/a.test.ts', 'failed'),
          assertionResults: [
            { fullName: 'stands', status: 'passed' },
            {
              fullName: 'falls',
              status: 'failed',
              failureMessages: ['\u001b[31mexpected 1\u001b[39m\n  at line 3'],
            },
            { fullName: 'waits', status: 'skipped' },
            { fullName: 'will be', status: 'todo' },
          ],
        },
      ],
    });
    expect(tally.passed).toBe(1);
    expect(tally.files).toEqual([{ name: 'geo/a.test.ts', seconds: 2.5 }]);
    expect(tally.failed).toEqual([{ name: 'geo/a.test.ts › falls', reason: 'expected 1' }]);
    expect(tally.skipped.map(({ name }) => name)).toEqual([
      'geo/a.test.ts › waits',
      'geo/a.test.ts › will be',
    ]);
  });

  test('a timeout is named as one', () => {
    const timedOut = {
      fullName: 'hangs',
      status: 'failed' as const,
      failureMessages: ['Error: STACK_TRACE_ERROR\n  at x'],
    };
    const file = { ...vitestFile('geo/a.test.ts', 'failed'), assertionResults: [timedOut] };
    expect(readVitestReport({ testResults: [file] }).failed).toEqual([
      { name: 'geo/a.test.ts › hangs', reason: 'timed out' },
    ]);
  });

  test('a file that does not load is a failure', () => {
    const file = { ...vitestFile('geo/b.test.ts', 'failed', 'cannot load'), assertionResults: [] };
    expect(readVitestReport({ testResults: [file] })).toMatchObject({
      passed: 0,
      failed: [{ name: 'geo/b.test.ts', reason: 'cannot load' }],
      skipped: [],
    });
  });

  test('a set-up that throws is a failure, though its tests are only marked as skipped', () => {
    const file = {
      ...vitestFile('geo/c.test.ts', 'failed'),
      assertionResults: [{ fullName: 'never reached', status: 'skipped' as const }],
    };
    const tally = readVitestReport({ testResults: [file] });
    expect([tally.passed, tally.failed.length, tally.skipped.length]).toEqual([0, 1, 1]);
  });
});

describe('what Playwright reports', () => {
  const browserTest = (status: 'expected' | 'unexpected' | 'flaky' | 'skipped', message?: string) => ({
    status,
    annotations: status === 'skipped' ? [{ type: 'skip', description: 'no camera' }] : [],
    results: [{ duration: 500, ...(message && { errors: [{ message }] }) }],
  });

  test('of a test that hangs the line is named where it waited', () => {
    const errors = [
      { message: 'Test timeout of 240000ms exceeded.' },
      { message: 'Error: locator.click: Test ended.\nCall log:', location: { line: 214 } },
    ];
    const hanging = { ...browserTest('unexpected'), results: [{ errors }] };
    const suites = [{ title: 'map.test.ts', specs: [{ title: 'hangs', tests: [hanging] }] }];
    expect(readPlaywrightReport({ errors: [], suites }).failed[0]!.reason).toBe(
      'Test timeout of 240000ms exceeded. Error: locator.click: Test ended. (line 214)',
    );
  });

  test('tests are found at any depth, and a flaky one is a failed one', () => {
    const tally = readPlaywrightReport({
      errors: [],
      suites: [
        {
          title: 'map.test.ts',
          specs: [
            { title: 'draws', tests: [browserTest('expected')] },
            { title: 'breaks', tests: [browserTest('unexpected', 'no map')] },
          ],
          suites: [
            {
              title: 'on a phone',
              specs: [
                { title: 'wavers', tests: [browserTest('flaky', 'at first')] },
                { title: 'rests', tests: [browserTest('skipped')] },
              ],
            },
          ],
        },
      ],
    });
    expect(tally).toEqual({
      passed: 1,
      failed: [
        { name: 'map.test.ts › breaks', reason: 'no map' },
        { name: 'map.test.ts › on a phone › wavers', reason: 'at first' },
      ],
      skipped: [{ name: 'map.test.ts › on a phone › rests', reason: 'no camera' }],
      files: [{ name: 'test/e2e/map.test.ts', seconds: 2 }],
    });
  });

  test('servers that do not start are a failure', () => {
    const tally = readPlaywrightReport({ suites: [], errors: [{ message: 'The server did not start' }] });
    expect(tally.failed).toEqual([{ name: 'Browser tests', reason: 'The server did not start' }]);
  });
});
