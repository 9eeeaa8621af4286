// Tests that begin signed in, at both servers: once per run through the real path, then by what the browser kept.
import { test as plainTest } from './quick-map.ts';

export const test = plainTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs in its first argument, here nothing
  storageState: async ({}, use) => use(process.env.SIGNED_IN_STATE),
});
