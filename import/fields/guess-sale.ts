// Finds the last sale: its date, which may lie in several fields, and its price.
import { quoteField } from './expression.ts';
import { type FieldProfile, isBlank, knownNames, rankedByName, share } from './field-profile.ts';
import { parseDate, parseDateAs } from './parse-date.ts';

const dateNames = knownNames(`
  SALE_DATE SALEDATE SALESDATE SALES_DATE LS_DATE LAST_SALE_DATE LASTSALEDATE LASTSALE LAST_SALE SALE1DATE SALEDATE1
  SALE_DATE1 SALE_DATE_1 SALE1_DATE DATE_OF_LAST_SALE LAST_TRANSFER_DATE LASTTRANSFERDATE DATE_SOLD DATESOLD SOLD_DATE SALEDT SALE_DT TRADATE TRANSFER_DATE TRANSFERDATE
  TRANSDATE TRANS_DATE XFER_DATE DEED_DATE DEEDDATE DT_DEED SALEDATETX RECORDED_DATE RECORD_DATE RECORDING_DATE REC_DATE
  RECDATE RECORDDATE DEED_RECORDED_DATE DEEDRECORDEDDATE DEED_REC_DATE INSTRUMENT_DATE DOC_DATE DATE_OF_SALE DOS DOS_1 S_DATE OWN_DATE OWNERSHIP_DATE
`);
const priceNames = knownNames(`
  SALE_PRICE SALEPRICE SALESPRICE SALES_PRICE LS_PRICE LAST_SALE_PRICE LASTSALEPRICE SALE1PRICE SALEPRICE1 SALE_PRICE1
  SALE_PRICE_1 SALE1_PRICE SALE_PRC1 SALE1AMT SALE_AMT1 CONSIDR1 CONSIDERATION CONSIDER SALE_VALUE SALEVALUE SALE_AMT
  SALEAMT SALE_AMOUNT SALEAMOUNT SALES_AMT SALESAMT SALES_AMOUNT LAST_SALE_AMOUNT LASTSALEAMOUNT TRANSFER_PRICE PURCHASE_PRICE
  PURCHASEPRICE TOTSALPRICE TOTAL_SALE_PRICE S_AMT SALEP SALE_P SALE_PRC PRICE PRICE_1 PRICE1 SOLD_PRICE
`);
const yearNames = knownNames(
  'SALE_YR1 SALE_YR SALE_YEAR SALEYEAR SALEYR SALE_YEAR1 YEAR_SOLD SALES_YEAR YR_SOLD DEED_YEAR',
);
const monthNames = knownNames(
  'SALE_MO1 SALE_MO SALE_MONTH SALEMONTH SALEMO SALE_MONTH1 MONTH_SOLD SALES_MONTH MO_SOLD DEED_MONTH',
);

/** With `#` for the number of the sale. */
const numbered = {
  date: [
    'SALE_DATE#',
    'SALEDATE#',
    'SALE#DATE',
    'SALE_DATE_#',
    'SALE#_DATE',
    'SALEDT#',
    'DOS_#',
    'S_#DATE',
    'DATE#',
  ],
  year: ['SALE_YR#', 'SALE_YEAR#', 'SALEYR#', 'SALEYEAR#'],
  month: ['SALE_MO#', 'SALE_MONTH#', 'SALEMO#', 'SALEMONTH#'],
  price: [
    'SALE_PRC#',
    'SALE_PRICE#',
    'SALEPRICE#',
    'SALE#PRICE',
    'SALE_PRICE_#',
    'SALE#AMT',
    'SALE_AMT#',
    'CONSIDR#',
    'PRICE#',
    'S_#AMOUNT',
    'SALE#_PRICE',
  ],
} as const;
const SALES_MAX = 5;

export type SaleGuess = { date: string | undefined; price: string | undefined; notes: string[] };

export function guessSale(profiles: readonly FieldProfile[]): SaleGuess {
  const several = severalSales(profiles);
  if (several) return { ...several, notes: [] };
  const [date] = rankedByName(profiles, dateNames).filter(isDate);
  const [price] = rankedByName(profiles, priceNames).filter(isMoney);
  const guess = date && !isBlank(date) ? readDate(date) : undefined;
  return {
    date:
      guess?.expression ??
      yearAndMonth(profiles, [yearNames, monthNames]) ??
      (date && quoteField(date.field.name)),
    price: price && quoteField(price.field.name),
    notes: guess?.notes ?? [],
  };
}

/** Numbers of six digits may be dates, too: their order of day, month and year is found out later. */
function isDate(profile: FieldProfile): boolean {
  const reading = { order: 'mdy', year: new Date().getFullYear() } as const;
  const understood = (value: string) =>
    /^\d{5,6}$/.test(value) ||
    parseDate(value, reading) !== undefined ||
    parseDate(value, { ...reading, order: 'dmy' }) !== undefined;
  return share(profile, understood) > 0.5;
}

function isMonth(profile: FieldProfile): boolean {
  return share(profile, (value) => /^(0?\d|1[0-2])(\.0+)?$|^[a-z]{3,9}$/i.test(value)) > 0.8;
}

function isMoney(profile: FieldProfile): boolean {
  return (
    profile.field.type !== 'date' && share(profile, (value) => /^[-$(]? ?[\d.,$ ]+\)?$/.test(value)) > 0.5
  );
}

/** Numbers without separators and the order of day and month show in the column as a whole. */
function readDate(profile: FieldProfile): { expression: string; notes: string[] } {
  const { name } = profile.field;
  const field = quoteField(name);
  const year = new Date().getFullYear();
  const values = profile.present.map((value) => value.replace(/\.0+$/, ''));
  const short = values.filter((value) => /^\d{5,6}$/.test(value) && !/^0+$/.test(value));
  if (short.length > 0 && short.length >= values.length * 0.5 && short.some((value) => value.length === 6)) {
    const fits = (format: string) =>
      short.filter((value) => typeof parseDateAs(value, { format, year }) === 'string').length;
    const [best] = ['YYYYMM', 'YYMMDD', 'MMDDYY']
      .map((format) => ({ format, fits: fits(format) }))
      .sort((a, b) => b.fits - a.fits);
    if (best!.format !== 'YYYYMM' && best!.fits > 0)
      return { expression: `date(${field}, '${best!.format}')`, notes: [] };
  }
  const understood = (order: 'mdy' | 'dmy') =>
    values.filter((value) => parseDate(value, { order, year }) !== undefined).length;
  const notes =
    understood('dmy') > understood('mdy')
      ? [`The dates of ${name} seem to have the day before the month: repeat with --dates dmy.`]
      : [];
  return { expression: field, notes };
}

function yearAndMonth(
  profiles: readonly FieldProfile[],
  [years, months]: [ReturnType<typeof knownNames>, ReturnType<typeof knownNames>],
): string | undefined {
  const [year] = rankedByName(profiles, years);
  const [month] = rankedByName(profiles, months).filter(isMonth);
  return year && month && `date(${quoteField(year.field.name)}, ${quoteField(month.field.name)})`;
}

/** Undefined where there are fewer than two sales. */
function severalSales(
  profiles: readonly FieldProfile[],
): { date: string; price: string | undefined } | undefined {
  const named = (patterns: readonly string[], sale: number) =>
    knownNames(patterns.map((pattern) => pattern.replace('#', String(sale))).join(' '));
  const sales: { date: string; price: string | undefined }[] = [];
  for (let sale = 1; sale <= SALES_MAX; sale += 1) {
    const [whole] = rankedByName(profiles, named(numbered.date, sale)).filter(isDate);
    const date =
      (whole && readDate(whole).expression) ??
      yearAndMonth(profiles, [named(numbered.year, sale), named(numbered.month, sale)]);
    if (date === undefined) break;
    const [price] = rankedByName(profiles, named(numbered.price, sale)).filter(isMoney);
    sales.push({ date, price: price && quoteField(price.field.name) });
  }
  if (sales.length < 2) return undefined;
  const pairs = sales.flatMap(({ date, price }) => (price === undefined ? [] : [`${date}, ${price}`]));
  return {
    date: `newest(${sales.map(({ date }) => date).join(', ')})`,
    price: pairs.length === sales.length ? `of_newest(${pairs.join(', ')})` : sales[0]!.price,
  };
}
