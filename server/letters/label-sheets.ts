// The sheets of labels that can be printed on: where each label lies, in inches.

export type LabelSheet = {
  columns: number;
  rows: number;
  /** Of the first label, from the edges of the paper. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** From one label to the next. */
  pitchX: number;
  pitchY: number;
  /** Text keeps off the edge of a label, since no printer feeds exactly: Avery's own templates keep 1/16. */
  marginX: number;
  marginY: number;
  /** Of the text, in points. */
  size: number;
  sizeMin: number;
};

/** On US Letter. The numbers are Avery's; both sheets are symmetrical, so that the right margin is the left one. */
export const labelSheets = {
  5160: {
    columns: 3,
    rows: 10,
    left: 0.1875,
    top: 0.5,
    width: 2.625,
    height: 1,
    pitchX: 2.75,
    pitchY: 1,
    marginX: 0.125,
    marginY: 0.0625,
    size: 10,
    sizeMin: 6.5,
  },
  5163: {
    columns: 2,
    rows: 5,
    left: 0.15625,
    top: 0.5,
    width: 4,
    height: 2,
    pitchX: 4.1875,
    pitchY: 2,
    marginX: 0.1875,
    marginY: 0.125,
    size: 14,
    sizeMin: 8,
  },
} as const satisfies Record<string, LabelSheet>;
export type LabelFormat = `${keyof typeof labelSheets}`;

export const labelsPerSheet = ({ columns, rows }: LabelSheet): number => columns * rows;

/** Labels are filled from left to right, then from top to bottom. `place` counts from 0 on its sheet. */
export function labelCorner(sheet: LabelSheet, place: number): { x: number; y: number } {
  return {
    x: sheet.left + (place % sheet.columns) * sheet.pitchX,
    y: sheet.top + Math.floor(place / sheet.columns) * sheet.pitchY,
  };
}
