// Works through the pieces of a way with several requests under way.
import type { Piece, Way } from './way.ts';

export type PieceOutcome =
  | { kind: 'done' }
  /** The server turned out not to do this: completes "The server …". */
  | { kind: 'lie'; what: string };

/**
 * `isEnough` ends it early; requests under way are waited for. Answers with the lie where the server told one. The
 * first error of a piece ends it, too, and is thrown.
 */
export async function followWay(o: {
  way: Way;
  /** For the next piece. */
  rows(): number;
  lanes: number;
  isEnough(): boolean;
  fetchPiece(piece: Piece): Promise<PieceOutcome>;
}): Promise<string | undefined> {
  let underWay = 0;
  let lie: string | undefined;
  const errors: unknown[] = [];
  let waiting: (() => void)[] = [];

  const lane = async () => {
    while (lie === undefined && errors.length === 0 && !o.isEnough()) {
      const piece = o.way.take(o.rows());
      if (!piece) {
        // A request under way may yet put pieces back.
        if (underWay === 0) return;
        await new Promise<void>((resolve) => waiting.push(resolve));
        continue;
      }
      underWay++;
      try {
        const outcome = await o.fetchPiece(piece);
        if (outcome.kind === 'lie') lie ??= outcome.what;
      } catch (error) {
        errors.push(error);
      } finally {
        underWay--;
        const woken = waiting;
        waiting = [];
        for (const resolve of woken) resolve();
      }
    }
  };
  await Promise.all(Array.from({ length: o.lanes }, lane));
  if (errors.length > 0) throw errors[0];
  return lie;
}
