// CPU time and memory of processes, as Linux tells them in /proc. Counts a whole tree: a server may have several
// processes, an import may start helpers.
import { readdirSync, readFileSync } from 'node:fs';

/** Of every Linux that Node.js runs on (getconf CLK_TCK). */
const TICKS_PER_SECOND = 100;

export type ProcessTimes = { parent: number; cpuSeconds: number; endedChildrenCpuSeconds: number };

/** Reads /proc/PID/stat. All threads count, those that have ended too; children once their parent has waited for them. */
export function parseStat(text: string): ProcessTimes {
  // The name of the program stands in parentheses and may contain spaces and parentheses itself.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const seconds = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / TICKS_PER_SECOND;
  return { parent: Number(fields[1]), cpuSeconds: seconds(11), endedChildrenCpuSeconds: seconds(13) };
}

/** Reads a field of /proc/PID/status that is given in kB, in megabytes. */
export function parseStatusMegabytes(text: string, field: string): number {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text);
  return found ? (Number(found[1]) * 1024) / 1e6 : 0;
}

/** Reads a list such as Cpus_allowed_list: "0-2,5" is 0, 1, 2 and 5. */
export function parseNumberList(text: string): number[] {
  return text
    .trim()
    .split(',')
    .filter((part) => part !== '')
    .flatMap((part) => {
      const [first, last = first] = part.split('-').map(Number) as [number, number?];
      return Array.from({ length: last! - first + 1 }, (_, at) => first + at);
    });
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended meanwhile.
    return '';
  }
}

/** The process and all its descendants that run now. */
export function processTree(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readOrEmpty(`/proc/${name}/stat`);
    if (stat === '') continue;
    const { parent } = parseStat(stat);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [pid];
  for (const member of tree) tree.push(...(children.get(member) ?? []));
  return tree;
}

/** User and system time of the tree so far. */
export function cpuSecondsOf(pid: number): number {
  return processTree(pid)
    .map((member) => readOrEmpty(`/proc/${member}/stat`))
    .filter((stat) => stat !== '')
    .map(parseStat)
    .reduce((sum, { cpuSeconds, endedChildrenCpuSeconds }) => sum + cpuSeconds + endedChildrenCpuSeconds, 0);
}

/** Of all programs that this process has started and that have ended, with their children: exact, unlike a last look. */
export function endedChildrenCpuSeconds(): number {
  return parseStat(readOrEmpty('/proc/self/stat')).endedChildrenCpuSeconds;
}

/** Resident memory of the tree now. Pages that several of its processes share count in each of them. */
export function residentMegabytesOf(pid: number): number {
  return processTree(pid)
    .map((member) => readOrEmpty(`/proc/${member}/status`))
    .reduce((sum, text) => sum + parseStatusMegabytes(text, 'VmRSS'), 0);
}
