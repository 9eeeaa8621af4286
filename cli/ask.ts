// Asks the operator on the terminal before something large or final.
import { createInterface } from 'node:readline/promises';
import { OperatorError } from '../runtime/operator-error.ts';

/** Without a terminal nobody can answer: then it takes --yes. */
export async function ask(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new OperatorError(`${question} There is no terminal to ask on: --yes agrees.`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} (y/n) `)).trim());
  } finally {
    terminal.close();
  }
}
