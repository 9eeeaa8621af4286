// The result label of the measure tools.
import type { Measured } from './measured.ts';
import type { Measurement } from './measurement.ts';
import { resultLines } from './result-lines.ts';

type MeasureResultProps = { measurement: Measurement; result: Measured };

export function MeasureResult({ measurement, result }: MeasureResultProps) {
  const [headline, ...details] = resultLines(measurement, result);
  const isSettled = measurement.mode === 'none' || measurement.isFinished;
  return (
    <>
      <div role="status" aria-live="off" className="grow self-center px-1 tabular-nums">
        <p className="leading-5 font-semibold">{headline}</p>
        {details.map((line) => (
          <p key={line} className="text-xs leading-4 text-ink-soft">
            {line}
          </p>
        ))}
      </div>
      {/* Said aloud once it is settled, and not while the numbers run along with the pointer. */}
      <p aria-live="polite" className="sr-only">
        {isSettled && [headline, ...details].join(', ')}
      </p>
    </>
  );
}
