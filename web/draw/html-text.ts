// The text of HTML, as descriptions in KML are, without a DOM.

/** Those of Latin-1, from 160 on, in their order; then others that people write. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const OTHERS =
  'amp& lt< gt> quot" apos\' ndash– mdash— lsquo‘ rsquo’ ldquo“ rdquo” bull• hellip… trade™ euro€ prime′ Prime″';
const ENTITIES = new Map([
  ...LATIN.split(' ').map((name, at) => [name, String.fromCharCode(160 + at)] as const),
  ...OTHERS.split(' ').map((one) => [one.slice(0, -1), one.slice(-1)] as const),
]);

export function plainText(html: string | undefined): string | undefined {
  if (!html || !/[<&]/.test(html)) return html;
  return html
    .replace(/<!--.*?-->|<(script|style)\b.*?<\/\1\s*>/gis, '')
    .replace(/<br\s*\/?>|<\/(p|div|tr|li)>/gi, '\n')
    .replace(/<[!/?a-z][^>]*>/gi, '')
    .replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
      if (name) return ENTITIES.get(name) ?? whole;
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
