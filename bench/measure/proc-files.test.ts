// What Linux tells about processes, read from samples and from this process.
import { expect, test } from 'vitest';
import {
  cpuSecondsOf,
  parseNumberList,
  parseStat,
  parseStatusMegabytes,
  processTree,
  residentMegabytesOf,
} from './proc-files.ts';

test('the times of a process are found after a name with spaces and parentheses', () => {
  const line = '4711 (a (b) c d) S 17 4711 4711 0 -1 4194304 900 0 0 0 250 50 30 10 20 0 11 0 8000 1 1';
  expect(parseStat(line)).toEqual({ parent: 17, cpuSeconds: 3, endedChildrenCpuSeconds: 0.4 });
});

test('memory is given in kB, of 1024 bytes', () => {
  const status = 'Name:\tnode\nVmHWM:\t  300000 kB\nVmRSS:\t  250000 kB\nThreads:\t11\n';
  expect(parseStatusMegabytes(status, 'VmRSS')).toBe(256);
  expect(parseStatusMegabytes('', 'VmRSS')).toBe(0);
});

test('lists of cores have ranges in them', () => {
  expect(parseNumberList('0-2,5\n')).toEqual([0, 1, 2, 5]);
  expect(parseNumberList('')).toEqual([]);
});

test.runIf(process.platform === 'linux')('this process is in its own tree, with time and memory', () => {
  expect(processTree(process.pid)).toContain(process.pid);
  expect(cpuSecondsOf(process.pid)).toBeGreaterThan(0);
  expect(residentMegabytesOf(process.pid)).toBeGreaterThan(10);
});
