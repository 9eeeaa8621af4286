// One key for all spellings of an owner's name, so that an owner's parcels are found together. Two names that may belong to
// different owners never have the same key: to miss a parcel is a lesser evil than to ascribe it to a stranger.
import { searchWords } from './search-text.ts';

/** What counties write where they have no owner, or may not tell. Only as the whole name. */
const NO_OWNER =
  /^(?:(?:(?:property )?owners? )?(?:name )?(?:is )?(?:unknown|unk|undetermined|unavailable|undisclosed|unassigned|confidential|withheld|redacted|restricted|suppressed|n a|na|none|null|nil|blank|missing|pending|tbd|not (?:available|assigned|known|listed|found|on file|disclosed|of record))(?: (?:property )?(?:owners?|names?|records?|information|by request))?|no (?:names?|owners?|data|records?|information)|(?:current |property )?owners?(?: of record)?|(?:multiple|various|several)(?: owners)?|x+)$/;

/** Who gets the owner's mail is not the owner. A % behind a number is a share. */
const CARE_OF =
  /(?:(?<![\p{L}\p{N}])c\s?[/\\]\s?o(?!['’]?[\p{L}\p{N}])|(?<!\d\s*)%|(?<![\p{L}\p{N}])(?:attn|attention|in care of)(?![\p{L}\p{N}])).*$/isu;

/** Beside & and AND. Behind a first and a last name a slash is one, too: SMITH JOHN/MARY, but not SMITH/JOHN or JOHN H/W. */
const OTHER_ANDS = /[+;]|(?<=\S\s.*)\/(?=\s*\p{L}['’]?\p{L})/gu;

const CO_TRUSTEE = /(?<![\p{L}\p{N}])co-(?:trustees?|ttees?|trs?)(?![\p{L}\p{N}])/giu;

/** Legal forms at the end of a name. They tell companies apart, so they stay, each in one spelling. */
const COMPANY_FORMS: readonly (readonly [form: string, spellings: RegExp])[] = [
  ['pllc', / (?:p ?l ?l ?c|professional limited liability (?:co|company))$/],
  ['lllp', / (?:l ?l ?l ?p|limited liability limited partnership)$/],
  ['llp', / (?:l ?l ?p|limited liability partnership)$/],
  ['llc', / (?:l ?l ?c|(?:limited|ltd) liability (?:co|company))$/],
  ['lp', / (?:lp|(?:limited|ltd) partnership)$/],
  ['inc', / (?:inc|incorporated)$/],
  ['corp', / (?:corp|corporation)$/],
  ['co', / (?:co|company)$/],
  ['ltd', / (?:ltd|limited)$/],
  ['pc', / pc$/],
  ['pa', / pa$/],
  ['na', / na$/],
];
/** Asked first, since most names end otherwise. */
const LAST_WORDS = new Set(
  'llc c pllc llp lllp p lp partnership company co inc incorporated corp corporation ltd limited pc pa na'.split(
    ' ',
  ),
);
/** Written apart they may also be a person's initials: SMITH JOHN L P. */
const SHORT_FORM = / (?:l p|p c|p a|n a)$/;

/** With one of these a name is no couple's, so that the order of its parts has a meaning: BAKER & HILL FARMS. */
const BODY_WORDS = new Set(
  `agency apartments assn assoc associates association authority bank board brothers bros builders cemetery center chapel
  children church city club college commission committee commonwealth condo condominium construction county daughters
  department dept developers development district enterprises estate estates family farm farms federal foundation fund
  group heirs holdings homes hospital housing institute investments investors joint life living lodge management ministries
  ministry mortgage national partners partnership properties property realty rentals revocable school services society son
  sons state systems temple town township trust trusts university usa utilities venture ventures village`.split(
    /\s+/,
  ),
);

const TRUSTEE_AT_END =
  /(?<!(?:^| )(?:of|board|co))(?:^| )(?:(?:as|succ|successor) )?(?:trustees?|ttees?|trs)$/;
const TRUSTEE_OR_TR_AT_END =
  /(?<!(?:^| )(?:of|board|co))(?:^| )(?:(?:as|succ|successor) )?(?:trustees?|ttees?|trs?)$/;
const TRUSTEE_OF = /(?<!\S)(?:trustees?|ttees?|trs?) of(?: the)? /g;
const TRUSTEE_BEFORE_TRUST = /(?<= )(?:trustees?|ttees?) (?=.* trust(?: |$))/g;

const SUFFIXES = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);
/** Of surnames of several words: VAN DER BERG, DE LA CRUZ, MC LEAN. */
const PARTICLES = new Set('van von der den de del della la las los mc st saint san santa o'.split(' '));

/** Null for a name that is no owner's: empty, or a word such as UNKNOWN. */
export function holderKey(name: string): string | null {
  // Most names have neither; an import asks for every parcel.
  const owner = /[%/\\]|att|care|-t/i.test(name)
    ? name.replace(CARE_OF, '').replace(CO_TRUSTEE, 'trustee')
    : name;
  const text = searchWords(owner).join(' ');
  if (!/\p{L}/u.test(text) || NO_OWNER.test(text)) return null;
  const isTrust = / trust( |$)/.test(text);
  const parts = (/[+;/]/.test(owner) ? searchWords(owner.replace(OTHER_ANDS, ' & ')).join(' ') : text)
    .replace(/(?<!\S)et ?(?:als?|ux|uxor|vir)(?!\S)/g, 'and')
    .split(/(?:^| )and(?: and)*(?: |$)/)
    .map((part) => withoutTrustee(part, isTrust))
    .filter((part) => part !== '');
  if (parts.length === 0) return null;

  const isBody = parts.some((part) =>
    part.split(' ').some((word) => BODY_WORDS.has(word) || /\d/.test(word)),
  );
  const isDotted = /(?<!\p{L})\p{L}\.\s?\p{L}\.?\s*$/u.test(owner);
  const holders = parts.map((part) =>
    splitForms(SHORT_FORM.test(part) && (isBody || isDotted) ? part.replace(/ (\S)$/, '$1') : part),
  );
  if (isBody || holders.some(({ forms }) => forms.length > 0)) {
    return holders.map(({ rest, forms }) => [wholeName(rest), ...forms].join(', ')).join(' & ');
  }
  return parts.length === 1 ? wholeName(parts[0]!) : coupleKey(parts.map((part) => part.split(' ')));
}

/**
 * TRUSTEE says in what capacity somebody owns. TR alone may be the trust itself; it is a trustee only before OF, or beside a
 * trust that is spelled out. In a company's name the word stays: WESTERN TRUSTEE SERVICES LLC.
 */
function withoutTrustee(part: string, isTrust: boolean): string {
  if (!/(?<!\S)(?:tr|tt)/.test(part)) return part;
  const holder = part.replace(isTrust ? TRUSTEE_OR_TR_AT_END : TRUSTEE_AT_END, '');
  if (splitForms(holder).forms.length > 0) return holder;
  return holder.replace(TRUSTEE_OF, 'trustee ').replace(TRUSTEE_BEFORE_TRUST, 'trustee ');
}

function splitForms(name: string): { rest: string; forms: string[] } {
  const forms: string[] = [];
  let rest = name;
  while (LAST_WORDS.has(rest.slice(rest.lastIndexOf(' ') + 1))) {
    const found = COMPANY_FORMS.find(([, spellings]) => spellings.test(rest));
    if (!found) break;
    rest = rest.replace(found[1], '');
    forms.unshift(found[0]);
  }
  return { rest, forms };
}

/** Common in Vietnam, where THE is a given name: NGUYEN VAN THE. */
const VIETNAMESE =
  /^(?:bui|cao|chau|dang|dinh|do|doan|duong|ha|ho|hoang|huynh|la|lam|le|luong|ly|mai|ngo|nguyen|pham|phan|quach|ta|thai|to|tran|trieu|trinh|truong|vo|vu) /;

/**
 * J.D. and J D are JD; THE may stand in front, behind or not at all; HARROW CITY OF is CITY OF HARROW, and SMITH JOHN EST the
 * ESTATE OF SMITH JOHN.
 */
function wholeName(name: string): string {
  const joined = joinInitials(name);
  return (VIETNAMESE.test(joined) ? joined : joined.replace(/(?<=.) the$/, ''))
    .replace(/^the (?=.)/, '')
    .replace(/^(.+) ((?:city|town|village|borough|county|township|state|commonwealth|parish) of)$/, '$2 $1')
    .replace(/^(.+) (?:est|estate)(?: of)?$/, 'estate of $1')
    .replace(/^(.+) (?:hrs|heirs)(?: of)?$/, 'heirs of $1');
}

const joinInitials = (name: string): string => name.replace(/(?<!\S)(\p{L}) (?=\p{L}(?: |$))/gu, '$1');

/**
 * Of persons that own together, whoever is named first. Counties write the surname first and do not repeat it: SMITH JOHN A &
 * MARY. A second part of several whole words is either another surname or a middle name, SMITH JOHN & LEE ANN: nobody can
 * tell, so it is taken as it stands, and only the parts may change places.
 */
function coupleKey(parts: string[][]): string {
  const [first, ...others] = parts as [string[], ...string[][]];
  const surname = surnameOf(first);
  if (surname !== undefined) {
    const given = others.map((part) => givenNames(part, surname));
    if (given.every((names) => names !== undefined)) {
      return familyKey(surname, [first.slice(surname.length), ...given]);
    }
  }
  if (parts.some((part) => part.length === 1))
    return parts.map((part) => joinInitials(part.join(' '))).join(' & ');
  const last = first.at(-1)!;
  // JOHN SMITH AND MARY SMITH: the repeated word is the surname.
  const isSurnameLast =
    last.length > 1 &&
    !SUFFIXES.has(last) &&
    parts.every((part) => part.at(-1) === last) &&
    new Set(parts.map(([given]) => given)).size === parts.length;
  if (isSurnameLast)
    return familyKey(
      [last],
      parts.map((part) => part.slice(0, -1)),
    );
  return parts
    .map((part) => joinInitials(part.join(' ')))
    .sort()
    .join(' & ');
}

function familyKey(surname: string[], given: string[][]): string {
  const names = given.map((words) => joinInitials(words.join(' ')));
  return `${surname.join(' ')}: ${names.sort().join(' & ')}`;
}

/** Undefined where no given name would be left. */
function surnameOf(words: string[]): string[] | undefined {
  let length = 1;
  while (length < words.length - 1 && PARTICLES.has(words[length - 1]!)) length++;
  return length < words.length ? words.slice(0, length) : undefined;
}

/** The given names of one who shares the surname: it is repeated, or a single name stands alone but for initials, JR and the like. */
function givenNames(words: string[], surname: string[]): string[] | undefined {
  if (words.length > surname.length && surname.every((word, at) => words[at] === word)) {
    return words.slice(surname.length);
  }
  const isGiven = words.slice(1).every((word) => [...word].length === 1 || SUFFIXES.has(word));
  return isGiven ? words : undefined;
}
