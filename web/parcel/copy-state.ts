// What the button that copies a link says of the last try.

/** A new object for each try, so that each gets its full time on screen. */
export type CopyState = { shown: 'idle' | 'copied' | 'failed' };
export type CopyEvent = 'copied' | 'failed' | 'time-is-up';

export const IDLE: CopyState = { shown: 'idle' };

export function nextCopyState(_state: CopyState, event: CopyEvent): CopyState {
  return event === 'time-is-up' ? IDLE : { shown: event };
}
