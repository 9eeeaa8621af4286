// Names of fictional companies: landlords, shops, offices, mills, apartment houses.
import type { Random } from '../../random.ts';
import type { Site } from '../post/sites.ts';
import { landWords, millTrades, officeTrades, shopTrades, treeWords } from './company-words.ts';
import { makeFamily, shortSurname } from './person-names.ts';

type Naming = { random: Random; site: Site };

function countryside(random: Random): string {
  return `${random.pick(treeWords)} ${random.pick(landWords)}`;
}

function surname({ random, site }: Naming): string {
  return shortSurname(makeFamily({ random, setting: site.setting }));
}

/** 'Church' of 'Church St', for companies named after their street. */
function streetWord({ random, site }: Naming): string {
  const words = (site.street ?? '').split(' ').slice(0, -1);
  return words.length === 0 || words.some((word) => /\d/.test(word)) ? countryside(random) : words.join(' ');
}

const companyInitials = [...'BCDGHJKLMPRSTW'];

/** Three random letters. */
function initials(random: Random): string {
  return [0, 1, 2].map(() => random.pick(companyInitials)).join('');
}

export function landlordCompany(naming: Naming): string {
  const { random } = naming;
  return random.pick([
    () => `${surname(naming)} Properties LLC`,
    () => `${surname(naming)} Rentals LLC`,
    () => `${surname(naming)} & Sons Realty LLC`,
    () => `${initials(random)} Holdings LLC`,
    () => `${initials(random)} Rental Homes LLC`,
    () => `${countryside(random)} Investments LLC`,
    () => `${countryside(random)} Properties LLC`,
  ])();
}

/** A company that owns a single building and is named after it: '412 Church St LLC'. */
export function singleAssetCompany(naming: Naming): string {
  return naming.site.letterbox ? `${naming.site.letterbox.add1} LLC` : `${streetWord(naming)} Holdings LLC`;
}

export function shopCompany(naming: Naming): string {
  const { random, site } = naming;
  if (random.chance(0.08)) return `${site.lot.postPlace} ${random.pick(shopTrades)}`;
  return random.pick([
    () => `${surname(naming)} ${random.pick(shopTrades)}`,
    () => `${surname(naming)} ${random.pick(shopTrades)}`,
    () => `${countryside(random)} Plaza LLC`,
    () => singleAssetCompany(naming),
    () => landlordCompany(naming),
  ])();
}

export function officeCompany(naming: Naming): string {
  const { random, site } = naming;
  if (random.chance(0.12)) return `${site.lot.postPlace} ${random.pick(officeTrades)}`;
  return random.pick([
    () => `${surname(naming)} ${surname(naming)} & ${surname(naming)} PLLC`,
    () => `${surname(naming)} ${random.pick(officeTrades)}`,
    () => `${countryside(random)} Medical Park LLC`,
    () => `${countryside(random)} Office Condo Assn Inc`,
    () => landlordCompany(naming),
  ])();
}

export function millCompany(naming: Naming): string {
  const { random, site } = naming;
  return random.pick([
    () => `${surname(naming)} ${random.pick(millTrades)}`,
    () => `${surname(naming)} ${random.pick(millTrades)}`,
    () => `${site.lot.postPlace} ${random.pick(millTrades)}`,
    () => `${streetWord(naming)} Industrial Park LLC`,
  ])();
}

export function apartmentCompany(naming: Naming): string {
  const { random } = naming;
  const form = random.pick([
    'Apartments LLC',
    'Apartments LP',
    'Townes LLC',
    'Senior Housing LP',
    'Garden Apartments LLC',
  ]);
  return `${naming.site.lot.subdivision ?? countryside(random)} ${form}`;
}

export function landCompany(naming: Naming): string {
  const { random } = naming;
  const form = random.pick(['Land Co LLC', 'Farms LLC', 'Hunting Club Inc', 'Investments LP', 'Acres LLC']);
  return `${random.chance(0.5) ? surname(naming) : countryside(random)} ${form}`;
}
