// A part of a filter that can be decided for the rows of a segment.

export interface Condition {
  /** How dear it is; the cheap parts of an AND come first and leave less to the others. */
  readonly cost: number;
  /**
   * FALSE, UNKNOWN or TRUE of each row. Where `needed` is FALSE, the answer is of no interest and may be anything. It belongs to
   * whoever has asked, and may be changed.
   */
  truth(at: number, needed: Uint8Array | undefined): Uint8Array;
}
