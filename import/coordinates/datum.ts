// Which shift leads from a datum to WGS 84, and what to say where it is only an approximation.

export type DatumSource = {
  name: string;
  datum: string;
  semiMajorAxis: number;
  inverseFlattening: number;
  toWgs84: readonly number[] | undefined;
  primeMeridian: number;
};

type OldDatum = { name: RegExp; shift: string; title: string; offMeters: number };

/** Mean shifts in three parameters, for datums without their grids; how far they are off is EPSG's estimate, rounded up. */
const OLD_DATUMS: readonly OldDatum[] = [
  { name: /1927|nad_?27/i, shift: '-8,160,176', title: 'NAD27', offMeters: 15 },
  { name: /old_?hawaiian/i, shift: '61,-285,-181', title: 'Old Hawaiian datum', offMeters: 45 },
  { name: /puerto_?rico/i, shift: '11,72,-101', title: 'Puerto Rico datum', offMeters: 15 },
  { name: /guam_?1963/i, shift: '-100,-248,259', title: 'Guam 1963 datum', offMeters: 15 },
  { name: /american_?samoa/i, shift: '-115,118,426', title: 'American Samoa 1962 datum', offMeters: 45 },
];
const ALASKA_SHIFT = '-5,135,172';

/**
 * WGS 84, and the realizations of NAD83 (1986, HARN, CORS96, NSRS2007, 2011, CSRS), which every web map takes for it: no
 * shift. In the contiguous states they are 0.6 to 1.6 meters apart in 2026, by the parameters of the National Geodetic
 * Survey; on the Pacific plate up to 4.
 */
const AS_WGS84 =
  /(north_american|nad).*83|nad_?83|wgs_?(19)?84|world_geodetic_system_1984|csrs|nsrs|itrf|igs\d|_adj_|natrf|patrf|matrf|catrf|cors|unknown.*grs/i;
/** Of other continents: their plates have moved by so much since. */
const NEAR_WGS84 = /etrs|gda_?(19)?94|gda_?2020|geocentric_datum_of_australia|nzgd_?2000|sirgas|jgd_?20/i;

export function settleDatum(crs: DatumSource): { proj4: string; notes: string[] } {
  const { semiMajorAxis, inverseFlattening, primeMeridian } = crs;
  const flattening = inverseFlattening > 0 ? ` +rf=${inverseFlattening}` : ` +b=${semiMajorAxis}`;
  const meridian = primeMeridian === 0 ? '' : ` +pm=${primeMeridian}`;
  const ellipsoid = `+a=${semiMajorAxis}${flattening}${meridian}`;
  const datum = crs.datum.replace(/[^A-Za-z0-9]+/g, '_');
  const old = OLD_DATUMS.find(({ name }) => name.test(datum));
  if (old) {
    const shift = old.title === 'NAD27' && /alaska/i.test(crs.name) ? ALASKA_SHIFT : old.shift;
    return { proj4: `${ellipsoid} +towgs84=${shift}`, notes: [oldDatumNote(old)] };
  }
  if (AS_WGS84.test(datum)) return { proj4: ellipsoid, notes: [] };
  if (NEAR_WGS84.test(datum)) {
    const note = `The datum ${crs.datum} is taken as WGS 84, as web maps do: the shapes may be off by up to 2 meters.`;
    return { proj4: ellipsoid, notes: [note] };
  }
  if (crs.toWgs84?.some((value) => value !== 0)) {
    return { proj4: `${ellipsoid} +towgs84=${crs.toWgs84.join(',')}`, notes: [] };
  }
  // An unnamed datum on the ellipsoid of NAD83 or WGS 84.
  if (crs.toWgs84 || Math.abs(inverseFlattening - 298.2572) < 0.0001) return { proj4: ellipsoid, notes: [] };
  return {
    proj4: ellipsoid,
    notes: [
      `The datum ${crs.datum} is unknown and taken as WGS 84: the shapes may be off by some hundred meters. ` +
        'Give the system with its shift as --crs "+proj=… +towgs84=…" to fix that.',
    ],
  };
}

/** For systems of the table, whose old datums are written as proj4 writes them: on Clarke's ellipsoid, or with a shift. */
export function settleKnownDatum(o: { name: string; proj4: string }): { proj4: string; notes: string[] } {
  const old = OLD_DATUMS.find(({ name }) => name.test(o.name.replace(/[^A-Za-z0-9]+/g, '_')));
  const text = o.proj4.replace('+datum=NAD27', '+ellps=clrk66');
  if (!text.includes('+ellps=clrk66') && !text.includes('+towgs84=')) return { proj4: text, notes: [] };
  const shift = /alaska/i.test(o.name) ? ALASKA_SHIFT : OLD_DATUMS[0]!.shift;
  const proj4 = text.includes('+towgs84=') ? text : `${text} +towgs84=${shift}`;
  return { proj4, notes: [oldDatumNote(old ?? OLD_DATUMS[0]!)] };
}

function oldDatumNote({ title, offMeters }: OldDatum): string {
  return (
    `The coordinates are on ${title}, whose grid Platbook has not got: with a mean shift the shapes may be off by ` +
    `about ${offMeters} meters. Ask the county for NAD83 data, or convert the file with GDAL and its grids.`
  );
}
