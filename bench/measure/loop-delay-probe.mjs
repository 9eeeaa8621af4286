// Loaded into a server by `node --import`: on SIGUSR2 writes how long its event loop was held up since the last time.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.env.LOOP_DELAY_FILE) {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  process.on('SIGUSR2', () => {
    const ms = (nanoseconds) => nanoseconds / 1e6;
    const delays = {
      p50: ms(histogram.percentile(50)),
      p99: ms(histogram.percentile(99)),
      max: ms(histogram.max),
    };
    histogram.reset();
    writeFileSync(process.env.LOOP_DELAY_FILE, JSON.stringify(delays));
  });
}
