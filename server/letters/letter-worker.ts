// A worker thread that makes the letters about one set of parcels after the other: names, addresses and sheets of thousands take seconds.
import { buffer } from 'node:stream/consumers';
import {
  type LabelsQuery,
  type LeftOutReason,
  leftOutReasons,
  type NoticesAnswer,
} from '../../contract/letters.ts';
import { SET_PAGE_MAX } from '../../contract/limits.ts';
import { pinLabel } from '../../contract/parcel-pin.ts';
import { answerCalls, leaveCoresToOthers } from '../../runtime/worker-call.ts';
import { type LabelOptions, writeLabels } from './labels-pdf.ts';
import { writeLettersCsv } from './letters-csv.ts';
import { createNoticeList, type Letter, type MergeLetters, type NoticedParcel } from './notice-list.ts';

let notices: ReturnType<typeof createNoticeList>;

const calls = {
  begin: (merge: MergeLetters): void => {
    notices = createNoticeList(merge);
  },
  leaveOut: (parcels: NoticedParcel[]): void => parcels.forEach(notices.leaveOut),
  /** Answers how many letters there are. */
  add: (parcels: NoticedParcel[]): number => {
    parcels.forEach(notices.add);
    return notices.list.letters.length;
  },
  list: ({ offset, limit }: { offset: number; limit: number }): Omit<NoticesAnswer, 'parcels'> => ({
    count: notices.list.letters.length,
    letters: notices.list.letters
      .slice(offset, offset + limit)
      .map(({ name, address, pins }) => ({ name, lines: address.lines, pins })),
    left_out: Object.entries(notices.list.leftOut).flatMap(([key, pins]) => {
      const reason = key as LeftOutReason;
      if (pins.length === 0) return [];
      return [
        { reason, text: leftOutReasons[reason], count: pins.length, pins: pins.slice(0, SET_PAGE_MAX) },
      ];
    }),
  }),
  csv: (): Promise<string> => writeLettersCsv(notices.list.letters),
  labels: ({ re, ...options }: LabelOptions & Pick<LabelsQuery, 're'>): Promise<Uint8Array> =>
    buffer(
      writeLabels(
        notices.list.letters.map((letter) => linesOf(letter, re)),
        options,
      ),
    ),
};
export type LetterCalls = typeof calls;

leaveCoresToOthers();
answerCalls(calls, () => {});

function linesOf({ name, address, pins }: Letter, re: LabelsQuery['re']): string[] {
  const lines = [name, ...address.lines];
  if (re === 'none') return lines;
  const more = pins.length > 1 ? ` and ${pins.length - 1} more` : '';
  return [`Re: ${pinLabel(pins[0]!)}${more}`, ...lines];
}
