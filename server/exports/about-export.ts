// What every export says of itself: where its parcels come from, of which day they are, and which filter chose them.
import { PRODUCT_NAME } from '../../contract/limits.ts';
import type { ParcelSource } from '../../store/parcel-store.ts';
import { tidy } from './export-columns.ts';

export type AboutExport = {
  /** Those that the parcels come from. */
  sources: readonly Pick<ParcelSource, 'name' | 'title' | 'attribution' | 'dataDate' | 'loadedAt'>[];
  /** CQL2 text, or another word for how the parcels were chosen; undefined for all of them. */
  filter: string | undefined;
  count: number;
  /** The labels of the counties' own fields, for formats that need them before the first parcel. */
  countyFields: readonly string[];
  /** Whether it is a set around other parcels, so that each has a distance. */
  hasDistances: boolean;
  /** ISO 8601. */
  exportedAt: string;
};

type Source = AboutExport['sources'][number];

/** The day of the data, or of the import where that is not known. */
const dayOf = ({ dataDate, loadedAt }: Source) => dataDate ?? loadedAt.slice(0, 10);

/** A label and a text for each fact. */
export function factsAbout(about: AboutExport): [label: string, text: string][] {
  const { sources, filter, count, exportedAt } = about;
  const each = (text: (source: Source) => string) => [...new Set(sources.map(text))].join('; ');
  const credits = sources.flatMap(({ attribution }) => (attribution === null ? [] : [attribution]));
  const facts: [string, string][] = [
    ['Source', each(({ title }) => title)],
    ['Date of the data', sources.length > 1 ? each((one) => `${one.title}: ${dayOf(one)}`) : each(dayOf)],
    ['Filter', filter ?? 'none: all parcels'],
    ['Parcels', count.toLocaleString('en-US')],
    ['Exported', `${exportedAt.slice(0, 10)} by ${PRODUCT_NAME}. Not a survey.`],
  ];
  if (credits.length > 0) facts.push(['Credit', [...new Set(credits)].join('; ')]);
  return facts;
}

export function titleOf({ sources }: AboutExport): string {
  return `Parcels of ${sources.map(({ title }) => title).join('; ')}`;
}

/** After source and date, in ASCII, without an ending: `iredell-parcels-2026-03-01`. */
export function stemOf({ sources }: AboutExport): string {
  const days = sources.map(dayOf).sort();
  const [first] = sources;
  const name = sources.length === 1 ? `${first!.name}-` : '';
  // The name of a source is safe already (SOURCE_NAME); a date that a file came with may not be.
  return `${name}parcels-${days.at(-1) ?? 'none'}`.replace(/[^\w.-]/g, '_');
}

/** With the title, too, for programs that know RFC 5987: it may have any letters. */
function dispositionOf(about: AboutExport, ending: string): string {
  const plain = `${stemOf(about)}.${ending}`;
  const days = about.sources.map(dayOf).sort();
  // What a file system refuses, and marks that turn the direction of reading.
  const title = tidy(titleOf(about)).replace(/[/\\:*?"<>|\p{Cc}\p{Cf}]+/gu, ' ');
  const short = [...title].slice(0, NAME_LENGTH_MAX).join('').trim();
  const long = `${short} ${days.at(-1) ?? ''}`.trim();
  return `attachment; filename="${plain}"; filename*=UTF-8''${percentEncoded(`${long}.${ending}`)}`;
}

/** In characters: four bytes each still make a name that every file system takes. */
const NAME_LENGTH_MAX = 60;

/** encodeURIComponent leaves some characters that RFC 5987 does not allow. */
function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Of the text in a header: a filter may be longer than some programs take all headers to be. */
const HEADER_TEXT_MAX = 300;

/** The same facts for every format, and the only place for them besides the name where it is CSV. Texts are percent-encoded. */
export function aboutHeaders(about: AboutExport, ending: string): Record<string, string> {
  const encoded = (text: string) => {
    const letters = [...tidy(text)];
    const isLong = letters.length > HEADER_TEXT_MAX;
    return percentEncoded(isLong ? `${letters.slice(0, HEADER_TEXT_MAX).join('')}…` : letters.join(''));
  };
  return {
    'Content-Disposition': dispositionOf(about, ending),
    'X-Parcel-Count': String(about.count),
    'X-Parcel-Source': encoded(about.sources.map(({ title }) => title).join('; ')),
    'X-Parcel-Date': about.sources.map(dayOf).sort().at(-1) ?? '',
    ...(about.filter !== undefined && { 'X-Parcel-Filter': encoded(about.filter) }),
  };
}
