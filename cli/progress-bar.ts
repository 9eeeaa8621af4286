// Progress of a long task: one line redrawn on a terminal, plain lines elsewhere (in a log file, say). Where the task
// counts something, the line has its rate and the time left.
import { printableLine } from '../runtime/printable-text.ts';
import { sizeInWords } from '../runtime/size-in-words.ts';

export type Progress = {
  stage: string;
  /** 0 to 1; undefined where the end is not known. */
  fraction: number | undefined;
  /** What has been done so far, if it can be counted. */
  count?: { done: number; unit: 'rows' | 'bytes' | 'requests' };
};

type Output = { isTTY?: boolean | undefined; write(text: string): unknown };

const BAR_WIDTH = 24;
/** Off a terminal, one line for this many percent. */
const PLAIN_STEP_PERCENT = 25;
/** Off a terminal and without a known end, one line in this time. */
const PLAIN_STEP_MS = 10_000;
const REDRAW_MS = 100;
/** A rate or an end that was measured for less than this is a guess. */
const RATE_AFTER_MS = 2000;
const CLEAR_LINE = '\r\u001b[2K';

export function createProgressBar(
  output: Output,
  now: () => number = Date.now,
): { show(progress: Progress): void; end(): void } {
  let shown = '';
  let stage = '';
  let stageBeganMs = 0;
  let doneBefore = 0;
  let drawnMs = 0;

  /** Empty until the rate is more than a guess. */
  function pace({ fraction, count }: Progress): string {
    const elapsedMs = now() - stageBeganMs;
    if (elapsedMs < RATE_AFTER_MS) return '';
    const rate = count && ((count.done - doneBefore) / elapsedMs) * 1000;
    const leftMs = fraction ? (elapsedMs / fraction) * (1 - fraction) : undefined;
    const words = [
      count && rate ? `${inUnits(rate, count.unit)}/s` : '',
      leftMs !== undefined && fraction !== 1 ? `${inWords(leftMs)} left` : '',
    ].filter(Boolean);
    return words.length > 0 ? `, ${words.join(', ')}` : '';
  }

  function lineOf(progress: Progress, percent: number | undefined): string {
    const { count } = progress;
    const done = count ? ` ${inUnits(count.done, count.unit)}` : '';
    if (output.isTTY) {
      const filled = Math.round(((percent ?? 0) / 100) * BAR_WIDTH);
      const bar = '#'.repeat(filled).padEnd(BAR_WIDTH, '.');
      const share = percent === undefined ? '    ' : `${String(percent).padStart(3)}%`;
      return `${CLEAR_LINE}  [${bar}] ${share}  ${stage}${done}${pace(progress)}`;
    }
    const share = percent === undefined ? '' : ` ${percent}%`;
    const rest = `${share}${percent === undefined ? done : ''}${pace(progress)}`;
    return `  ${stage}${rest ? `:${rest}` : ' …'}\n`;
  }

  return {
    show(progress) {
      const named = printableLine(progress.stage);
      const isNewStage = named !== stage;
      if (isNewStage) {
        stage = named;
        stageBeganMs = now();
        // A resumed download begins with what was there: that is not its rate.
        doneBefore = progress.count?.done ?? 0;
      }
      const exact =
        progress.fraction === undefined
          ? undefined
          : Math.floor(Math.min(1, Math.max(0, progress.fraction)) * 100);
      const percent = exact === undefined || output.isTTY ? exact : exact - (exact % PLAIN_STEP_PERCENT);
      const step = percent ?? Math.floor((now() - stageBeganMs) / PLAIN_STEP_MS);
      const key = `${stage} ${step}`;
      const isDue = output.isTTY && now() - drawnMs >= REDRAW_MS && progress.count !== undefined;
      if (key === shown && !isDue) return;
      shown = key;
      drawnMs = now();
      output.write(lineOf(progress, percent));
    },
    end() {
      if (output.isTTY) output.write(CLEAR_LINE);
    },
  };
}

function inUnits(count: number, unit: 'rows' | 'bytes' | 'requests'): string {
  if (unit === 'bytes') return sizeInWords(count);
  return `${Math.round(count).toLocaleString('en-US')} ${unit}`;
}

function inWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
