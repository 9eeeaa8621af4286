// How many people and saved parcels, as backup and restore say it.
import type { AccountCounts } from '../store/account-file.ts';

export function accountsInWords({ people, savedParcels }: AccountCounts): string {
  return `${counted(people, 'person', 'people')} with ${counted(savedParcels, 'saved parcel', 'saved parcels')}`;
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
