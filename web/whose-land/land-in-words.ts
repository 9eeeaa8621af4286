// What is said of the land that somebody stands on.
import { messages } from '../../contract/messages.ts';
import type { Sizes } from '../sizes.ts';

export type Land =
  /** Nothing is known yet. */
  | { status: 'looking' }
  /** The distance follows when the shape of the lot has come. */
  | { status: 'lot'; metersToLine: number | undefined }
  | { status: 'no-lot' }
  | { status: 'failed' };

type Standing = { land: Land; accuracyMeters: number; isLost: boolean; sizes: Sizes };

export type Words = { headline: string; detail: string };

export function landInWords({ land, accuracyMeters, isLost, sizes }: Standing): Words {
  const accuracy = sizes.length(accuracyMeters);
  const accurate = isLost
    ? 'Your location was lost: this is where you were last.'
    : `Your location is accurate to ${accuracy}.`;
  switch (land.status) {
    case 'looking':
      return { headline: 'Finding whose land this is…', detail: '' };
    case 'failed':
      return { headline: messages.whoseLandUnknown, detail: 'It is asked again as you move.' };
    case 'no-lot':
      return { headline: 'You are on no lot: a street, maybe, or water.', detail: accurate };
    case 'lot': {
      const { metersToLine } = land;
      if (metersToLine === undefined) return { headline: 'Measuring to the nearest lot line…', detail: '' };
      const distance = sizes.length(metersToLine);
      if (accuracyMeters <= metersToLine || isLost)
        return { headline: `${distance} from the nearest lot line`, detail: accurate };
      return {
        headline: `About ${distance} from the nearest lot line`,
        detail: `Your location is only accurate to ${accuracy}: you may be on the land next to this.`,
      };
    }
  }
}
