// Who gets a letter about a set of parcels: every owner once, and what was left out with the reason.
import type { LabelsQuery, LeftOutReason } from '../../contract/letters.ts';
import type { SetParcel } from '../../contract/parcel-set.ts';
import { holderKey } from '../../store/holder-key.ts';
import { mailingKey } from '../../store/mailing-key.ts';
import { type MailingAddress, mailingAddress, plainLine } from './mailing-address.ts';

export type MergeLetters = LabelsQuery['merge'];

export type Letter = {
  name: string;
  address: MailingAddress;
  /** In the order of the set. */
  pins: string[];
};

export type NoticeList = {
  letters: Letter[];
  /** Parcels that caused no letter of their own; those of a merged letter are among its PINs, too. */
  leftOut: Record<LeftOutReason, string[]>;
};

/** What of a parcel the list goes by. */
export type NoticedParcel = Pick<SetParcel, 'pin' | 'name' | 'add1' | 'add2' | 'city' | 'state' | 'zip'>;

/** Where the county names nobody, or may not: the letter still reaches whoever gets the owner's mail. */
const UNNAMED = 'CURRENT OWNER';

export function createNoticeList(merge: MergeLetters): {
  /** Before all others are added: its owner needs no notice, having asked for what the notice is about. */
  leaveOut(parcel: Pick<NoticedParcel, 'pin' | 'name'>): void;
  add(parcel: NoticedParcel): void;
  list: NoticeList;
} {
  const ownPins = new Set<string>();
  const ownHolders = new Set<string>();
  const byKey = new Map<string, { letter: Letter; holder: string | null }>();
  const list: NoticeList = {
    letters: [],
    leftOut: { own: [], 'no-address': [], duplicate: [], merged: [] },
  };

  function leaveOut({ pin, name }: Pick<NoticedParcel, 'pin' | 'name'>): void {
    ownPins.add(pin);
    const holder = holderKey(name);
    if (holder !== null) ownHolders.add(holder);
  }

  function add(parcel: NoticedParcel): void {
    const { pin } = parcel;
    const holder = holderKey(parcel.name);
    if (ownPins.has(pin) || (holder !== null && ownHolders.has(holder))) {
      list.leftOut.own.push(pin);
      return;
    }
    const address = mailingAddress(parcel);
    if (!address) {
      list.leftOut['no-address'].push(pin);
      return;
    }
    const key = keyOf({ parcel, holder, address });
    const known = key === undefined ? undefined : byKey.get(key);
    if (known) {
      known.letter.pins.push(pin);
      list.leftOut[known.holder === holder ? 'duplicate' : 'merged'].push(pin);
      return;
    }
    const isNamed = holder !== null || /^\s*(?:c\/o|%)/i.test(parcel.name);
    const letter = { name: isNamed ? plainLine(parcel.name) : UNNAMED, address, pins: [pin] };
    list.letters.push(letter);
    if (key !== undefined) byKey.set(key, { letter, holder });
  }

  function keyOf({
    parcel,
    holder,
    address,
  }: {
    parcel: NoticedParcel;
    holder: string | null;
    address: MailingAddress;
  }) {
    if (merge === 'none') return undefined;
    // An address without a number is no address of one house: only equal lines count, and only for one owner.
    const mailing = mailingKey(parcel);
    if (merge === 'mailing' && mailing !== null) return mailing;
    return `${holder ?? ''}\n${mailing ?? address.lines.join('\n').toUpperCase()}`;
  }

  return { leaveOut, add, list };
}
