// What the books lost: here and there a field that nobody filled in, as in every real roll.
import type { Deed } from '../../county.ts';
import type { Random } from '../../random.ts';

const nobody = { name: '', add1: null, add2: null, city: null, state: null, zip: null };
const nowhere = { add1: null, add2: null, city: null, state: null, zip: null };

const losses: readonly { share: number; lost: Partial<Deed> }[] = [
  { share: 0.0015, lost: nobody },
  { share: 0.003, lost: nowhere },
  { share: 0.003, lost: { taxAcres: null } },
  { share: 0.002, lost: { township: null } },
  { share: 0.004, lost: { saleDate: null, salesPrice: null } },
];

export function loseValues({ random, deed }: { random: Random; deed: Deed }): Deed {
  const lost = losses.filter(({ share }) => random.chance(share)).map((loss) => loss.lost);
  return lost.length === 0 ? deed : Object.assign({}, deed, ...lost);
}
