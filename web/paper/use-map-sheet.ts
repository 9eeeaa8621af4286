// Makes one map sheet at a time: the picture of the map, then the PDF, into a file; and how that ended.
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { mapSheetRequest } from '../../contract/map-sheet.ts';
import { messages } from '../../contract/messages.ts';
import { CallFailure, downloadFromServer } from '../call-server.ts';
import { chooseTarget } from '../save-target.ts';

type SheetBody = z.input<typeof mapSheetRequest>;
type Picture = NonNullable<SheetBody['picture']> & { jpeg: Blob };
export type TakePicture = (signal: AbortSignal) => Promise<Picture>;

export type SheetState =
  | { status: 'idle' | 'drawing' | 'writing' | 'stopped' }
  | { status: 'done'; fileName: string }
  /** The map behind the parcels could not be drawn: the sheet can be had without it. */
  | { status: 'no-map' }
  | { status: 'failed'; message: string };

type Wanted = {
  body: Omit<SheetBody, 'picture' | 'credits'>;
  /** Undefined: on white. */
  basemap: { takePicture: TakePicture; credits: () => string } | undefined;
};

export function useMapSheet() {
  const [sheet, setSheet] = useState<SheetState>({ status: 'idle' });
  const aborting = useRef<AbortController>(undefined);
  useEffect(() => () => aborting.current?.abort(), []);

  const make = async ({ body, basemap }: Wanted) => {
    aborting.current = new AbortController();
    const { signal } = aborting.current;
    const date = today();
    // First, because browsers ask for a place only right after a press.
    const target = await chooseTarget({
      name: 'PDF',
      fileEnding: 'pdf',
      mimeType: 'application/pdf',
      title: fileTitle(body.title, date),
    });
    if (!target) return;
    try {
      setSheet({ status: basemap ? 'drawing' : 'writing' });
      const picture = await basemap?.takePicture(signal).catch((error: unknown) => {
        signal.throwIfAborted();
        throw new NoMap(error);
      });
      signal.throwIfAborted();
      setSheet({ status: 'writing' });
      const answer = await downloadFromServer({
        path: '/api/map-sheet',
        body: picture
          ? formOf({ ...body, date, credits: basemap!.credits().slice(0, CREDITS_MAX) }, picture)
          : { ...body, date },
        signal,
        onChunk: target.write,
      });
      setSheet({ status: 'done', fileName: await target.save(answer.fileName) });
    } catch (error) {
      await target.discard();
      if (signal.aborted) return setSheet({ status: 'stopped' });
      if (error instanceof NoMap) {
        console.warn('The map for the sheet could not be drawn:', error.cause);
        return setSheet({ status: 'no-map' });
      }
      const message = error instanceof CallFailure ? error.message : messages.serverUnreachable;
      setSheet({ status: 'failed', message: `The sheet was not made: ${message}` });
    }
  };
  return {
    sheet,
    make,
    stop: () => aborting.current?.abort(),
  };
}

/** The picture behind the rest, as bytes. */
function formOf(sheet: SheetBody, { bounds, jpeg }: Picture): FormData {
  const form = new FormData();
  form.append('sheet', JSON.stringify({ ...sheet, picture: { bounds } } satisfies SheetBody));
  form.append('picture', jpeg);
  return form;
}

class NoMap extends Error {
  constructor(cause: unknown) {
    super('The map could not be drawn.', { cause });
  }
}

/** As the server limits them. */
const CREDITS_MAX = 1000;
/** Longer ones would push the day out of the name of the file. */
const TITLE_IN_NAME_MAX = 66;

const fileTitle = (title: string, day: string) =>
  `${title.trim().slice(0, TITLE_IN_NAME_MAX).trimEnd()}, ${day}`;

/** Here, not in UTC. */
function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
