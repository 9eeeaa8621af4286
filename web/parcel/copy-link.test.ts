import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { COPY_FEEDBACK_MS } from '../../contract/limits.ts';
import { IDLE, nextCopyState } from '../copy-text.ts';
import { useMapStore } from '../map-store.ts';
import { linkToSelected, mapsLink } from './copy-link.ts';

describe('the button that copies a link', () => {
  test('[S8] goes from idle to copied or failed, and back when the timer has ended', () => {
    for (const outcome of ['copied', 'failed'] as const) {
      const after = nextCopyState(IDLE, outcome);
      expect(after).toEqual({ shown: outcome });
      expect(nextCopyState(after, 'timer-ended')).toEqual({ shown: 'idle' });
    }
  });

  test('[S8] a second attempt restarts the timer, whether the first succeeded or failed', () => {
    const first = nextCopyState(IDLE, 'copied');
    const second = nextCopyState(first, 'copied');
    expect(second).toEqual(first);
    expect(second).not.toBe(first);
    expect(nextCopyState(first, 'failed')).toEqual({ shown: 'failed' });
  });
});

test('[S8] the outcome is shown for 2 seconds', () => {
  expect(COPY_FEEDBACK_MS).toBe(2000);
});

test('[S8] the link has the latitude first, then the longitude', () => {
  expect(mapsLink({ lng: -80.8601234, lat: 35.62 })).toBe(
    'https://www.google.com/maps/search/?api=1&query=35.62,-80.8601234',
  );
});

test('[S8] the link shows the parcel as it is shown here: basemap and shading go with it', () => {
  vi.stubGlobal('location', { origin: 'https://atlas.example.org' });
  onTestFinished(() => {
    useMapStore.setState(useMapStore.getInitialState());
    vi.unstubAllGlobals();
  });
  useMapStore.setState({
    styleId: 'outdoors-v12',
    shading: 'acres',
    selection: { status: 'loading', pin: '46-1' },
  });
  expect(linkToSelected()).toBe('https://atlas.example.org/?style=outdoors-v12&pin=46-1&shade=acres');
});
