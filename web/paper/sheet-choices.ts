// How somebody wants map sheets, as they left it the last time.
import { z } from 'zod';
import { type Paper, papers, sheetScales } from '../../contract/map-sheet.ts';

const FIT = 'fit';

const sheetChoices = z.object({
  paper: z.enum(Object.keys(papers) as [Paper, ...Paper[]]).catch('letter'),
  isAcross: z.boolean().catch(false),
  /** Feet of ground to an inch of paper, or the largest scale that shows all of the land. */
  scale: z.union([z.literal(FIT), z.literal([...sheetScales])]).catch(FIT),
  withBasemap: z.boolean().catch(true),
  withNames: z.boolean().catch(true),
  withSideLengths: z.boolean().catch(true),
  withTable: z.boolean().catch(true),
  withDrawings: z.boolean().catch(true),
});
export type SheetChoices = z.infer<typeof sheetChoices>;

const STORAGE_KEY = 'map-sheet';

export function keptChoices(): SheetChoices {
  try {
    return sheetChoices.parse(Object(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}')));
  } catch {
    // Blocked, or not what this page has written.
    return sheetChoices.parse({});
  }
}

export function keepChoices(choices: SheetChoices): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(choices));
  } catch {
    // Storage is blocked or full: the choice counts until the dialog is closed.
  }
}
