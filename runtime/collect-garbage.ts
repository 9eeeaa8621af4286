// Collects garbage now, for the few objects that hold a file open until then and cannot be closed otherwise.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/** Takes some ten milliseconds, in which nothing else happens: only after something rare. */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
