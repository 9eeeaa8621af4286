// Tells the owner's mailing address and the land's own address apart.
import { type Found, numberedLines, one, PLACE_SHARE_MIN, placeShare } from './address-fields.ts';
import { addressRole } from './address-role.ts';
import type { FieldProfile } from './field-profile.ts';
import { type MailingGuess, mailingAddress, mailingLines } from './guess-mailing-address.ts';
import { bareSite, isSameStreet, siteAddress } from './guess-site-address.ts';

type AddressGuess = MailingGuess & { site_address: string | undefined };

const PO_BOX = /\bP\.? ?O\.? ?(BOX|DRAWER)\b/i;

export function guessAddresses({
  profiles,
  care,
  hasOwner,
}: {
  profiles: readonly FieldProfile[];
  /** An expression for lines such as C/O. */
  care: string | undefined;
  hasOwner: boolean;
}): AddressGuess {
  const all = profiles.flatMap((profile) => {
    const role = addressRole(profile);
    return role ? [{ profile, role }] : [];
  });
  // TAX_CITY is where the tax goes, unless there is a TAX_ADDRESS.
  const hasTaxLine = all.some(({ role }) => role.whose === 'tax' && role.part === 'line');
  const found = hasTaxLine ? all : all.filter(({ role }) => role.whose !== 'tax');
  const mailLines = mailingLines(found);
  const bareLines = numberedLines(found, 'bare').map(({ profile }) => profile);
  const siteOfBare = mailLines.length > 0 ? bareLines : bareLines.filter((line) => isSameStreet(line, found));
  const site = siteAddress(found, siteOfBare);
  const isBareMailing =
    mailLines.length === 0 &&
    bareLines.length > siteOfBare.length &&
    bareIsMailing({ found, bareLines, hasOwner, hasSite: site !== undefined });
  const lines = isBareMailing ? bareLines : mailLines.map(({ profile }) => profile);
  // Beside OWN_ADDR a bare CITY is the land's, unless there is a STATE with it and no OWN_STATE: no county lists its own state.
  const useBare =
    isBareMailing || (lines.length > 0 && !hasMailingPlace(found, lines) && hasBareState(found));
  const mail = found.filter(({ role }) => role.side === 'mail');
  const whose = mailLines[0]?.role.whose;
  // MCITY completes MAILADD, and so does a CITY_OWNER; but the city of the same address comes first.
  const ofLines = mail.filter(({ role }) => role.whose === whose);
  const groups = [ofLines, mail, ...(useBare ? [found.filter(({ role }) => role.side === 'bare')] : [])];
  return {
    ...mailingAddress({ found, lines, groups, care }),
    site_address: site ?? (isBareMailing ? undefined : bareSite(bareLines)),
  };
}

/** Whether the mailing address says its state by itself, in a field or in its lines. */
function hasMailingPlace(found: readonly Found[], lines: readonly FieldProfile[]): boolean {
  return (
    one(found, 'mail', 'state') !== undefined ||
    one(found, 'mail', 'city-state-zip') !== undefined ||
    placeShare(lines, { needsZip: true }) >= PLACE_SHARE_MIN
  );
}

function hasBareState(found: readonly Found[]): boolean {
  return one(found, 'bare', 'state') !== undefined || one(found, 'bare', 'city-state-zip') !== undefined;
}

/**
 * Whether ADDRESS, CITY, STATE and ZIP without a prefix are the owner's. They are where the land's address has fields of
 * its own, where the lines are numbered (ADD1, ADD2), where there are post office boxes among them, or where there is a
 * STATE, which tells owners apart but not parcels of one county.
 */
function bareIsMailing({
  found,
  bareLines,
  hasOwner,
  hasSite,
}: {
  found: readonly Found[];
  bareLines: readonly FieldProfile[];
  hasOwner: boolean;
  hasSite: boolean;
}): boolean {
  if (hasSite) return true;
  if (bareLines.some((profile) => profile.present.some((value) => PO_BOX.test(value)))) return true;
  const isNumbered = found.some(({ role }) => role.side === 'bare' && role.part === 'line' && role.line > 1);
  if (isNumbered) return true;
  if (!hasOwner) return false;
  const state = one(found, 'bare', 'state');
  if (state === undefined) return one(found, 'bare', 'city-state-zip') !== undefined;
  return state.present.length < 50 || new Set(state.present).size > 1;
}
