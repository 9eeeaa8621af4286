// Figures of the fault tests. `npm run test:faults` collects them from a file and prints one table at the end.
import { appendFileSync } from 'node:fs';

export type Figure = {
  what: string;
  /** How often, or how long. */
  times: string;
  result: string;
};

export function noteFigure(figure: Figure): void {
  const file = process.env.FAULTS_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`);
  else process.stdout.write(`${figure.what}: ${figure.times}: ${figure.result}\n`);
}
