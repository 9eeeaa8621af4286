// A Playwright `test` that starts signed in to both servers, with the storage state of one real sign-in per run.
import { test as plainTest } from './quick-map.ts';

export const test = plainTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs in its first argument, here nothing
  storageState: async ({}, use) => use(process.env.SIGNED_IN_STATE),
});
