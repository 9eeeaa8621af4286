// Progress of a long task: one line redrawn on a terminal, plain lines elsewhere (in a log file, say).

export type Progress = { stage: string; fraction: number };

type Output = { isTTY?: boolean | undefined; write(text: string): unknown };

const BAR_WIDTH = 24;
/** Off a terminal, one line for this many percent. */
const PLAIN_STEP_PERCENT = 25;
const CLEAR_LINE = '\r\u001b[2K';

export function createProgressBar(output: Output): { show(progress: Progress): void; end(): void } {
  let shown = '';

  function draw(stage: string, percent: number): void {
    const filled = Math.round((percent / 100) * BAR_WIDTH);
    const bar = '#'.repeat(filled).padEnd(BAR_WIDTH, '.');
    output.write(`${CLEAR_LINE}  [${bar}] ${String(percent).padStart(3)}%  ${stage}`);
  }

  return {
    show({ stage, fraction }) {
      const exact = Math.floor(Math.min(1, Math.max(0, fraction)) * 100);
      const percent = output.isTTY ? exact : exact - (exact % PLAIN_STEP_PERCENT);
      const now = `${stage} ${percent}`;
      if (now === shown) return;
      shown = now;
      if (output.isTTY) draw(stage, percent);
      else output.write(`  ${stage}: ${percent}%\n`);
    },
    end() {
      if (output.isTTY) output.write(CLEAR_LINE);
    },
  };
}
