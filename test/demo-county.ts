// The demo county, for tests that only look at it: made once for all files of a thread, since it takes its time.
import type { County } from '../demo/county/county.ts';
import { DEMO_SEED, makeCounty } from '../demo/county/make-county.ts';

let made: County | undefined;

export function demoCounty(): County {
  made ??= makeCounty({ seed: DEMO_SEED });
  return made;
}
