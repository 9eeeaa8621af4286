// How somebody wants map sheets, as they left it the last time.
import { z } from 'zod';
import { type Paper, papers, sheetScales } from '../../contract/map-sheet.ts';
import { keepText, keptJson } from '../kept-in-browser.ts';

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

export const keptChoices = (): SheetChoices => sheetChoices.parse(Object(keptJson(STORAGE_KEY)));

export const keepChoices = (choices: SheetChoices) => keepText(STORAGE_KEY, JSON.stringify(choices));
