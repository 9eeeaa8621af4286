import { expect, test } from 'vitest';
import { messages } from '../../contract/messages.ts';
import { locationFailure } from './use-my-location.ts';

test('[M8] a refusal reads differently from a place that cannot be found', () => {
  expect(locationFailure(1)).toBe(messages.locationDenied);
  expect(locationFailure(2)).toBe(messages.locationUnknown);
  expect(locationFailure(3)).toBe(messages.locationUnknown);
});
