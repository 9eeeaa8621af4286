import { describe, expect, test } from 'vitest';
import { IDLE, nextCopyState } from './copy-state.ts';

describe('the button that copies a link', () => {
  test('[S8] goes from idle to copied or failed, and back when its time is up', () => {
    for (const outcome of ['copied', 'failed'] as const) {
      const after = nextCopyState(IDLE, outcome);
      expect(after).toEqual({ shown: outcome });
      expect(nextCopyState(after, 'time-is-up')).toEqual({ shown: 'idle' });
    }
  });

  test('[S8] a second try counts anew, whatever the first came to', () => {
    const first = nextCopyState(IDLE, 'copied');
    const second = nextCopyState(first, 'copied');
    expect(second).toEqual(first);
    expect(second).not.toBe(first);
    expect(nextCopyState(first, 'failed')).toEqual({ shown: 'failed' });
  });
});
