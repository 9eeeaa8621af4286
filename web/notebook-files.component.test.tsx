import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DRAWING_FILE_MS_MAX } from '../contract/limits.ts';
import { messages } from '../contract/messages.ts';
import type { Drawing } from './draw/drawing.ts';
import { furtherProperties } from './draw/file-properties.ts';
import { readDrawingFile } from './draw/read-drawing-file.ts';
import type { ExportedEntry } from './saved/exported-entry.ts';
import { writeGeoJson } from './saved/write-geojson.ts';
import { writeGpx } from './saved/write-gpx.ts';
import { writeKml } from './saved/write-kml.ts';
import { writeShapefile } from './saved/write-shapefile.ts';

const well: ExportedEntry = {
  name: 'Well & <pump>',
  notes: 'First line\nsecond "line", ü 井',
  folder: 'Farm / North',
  color: '#b3362b',
  properties: { pin: '4631-12', owner: 'ADA LOVELACE', address: '7 HERON CT' },
  geometry: { type: 'Point', coordinates: [-80.8612345, 35.62] },
};
const trail: ExportedEntry = {
  name: 'Trail',
  notes: '',
  folder: null,
  color: '#2563b0',
  properties: {
    PARCEL_ID: '0012',
    LABEL: 'A "1" & <2>',
    ACRES_OF_WOODS: 12.5,
    ACRES_OF_WATER: 3,
    TAGS: ['a', 1],
    NAME: 'Path',
  },
  geometry: {
    type: 'MultiLineString',
    coordinates: [
      [
        [-80.8, 35.6],
        [-80.7, 35.7],
      ],
      [
        [-80, 35],
        [-80.1, 35.1],
      ],
    ],
  },
};
const field: ExportedEntry = {
  name: 'Field',
  notes: 'Fallow',
  folder: null,
  color: '#0f7580',
  properties: {},
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
        [0, 0],
      ],
      [
        [1, 1],
        [1, 2],
        [2, 2],
        [2, 1],
        [1, 1],
      ],
    ],
  },
};

const read = (content: BlobPart, name = 'file') => readDrawingFile(new File([content], name));

async function drawingsOf(content: BlobPart): Promise<Drawing[]> {
  const result = await read(content);
  if ('problem' in result) throw new Error(result.problem);
  return result.drawings;
}

/** Rings may be wound either way, and begin anywhere. */
const corners = (drawing: Drawing) =>
  (drawing.geometry.coordinates as number[][][]).map((ring) => ring.slice(1).map(String).sort());

describe('what is exported can be added again', () => {
  test.each([
    ['KML', writeKml],
    ['GeoJSON', writeGeoJson],
    ['Shapefile', writeShapefile],
  ])('[V13] %s keeps shapes, names, notes, folders and colors', async (_, write) => {
    const drawings = await drawingsOf(write([well, trail, field], 'notebook').bytes);
    const named = new Map(drawings.map((drawing) => [drawing.properties.name, drawing]));
    const first = named.get(well.name)!;
    expect(first.geometry).toEqual(well.geometry);
    expect(first.properties).toMatchObject({ notes: well.notes, folder: well.folder, color: well.color });
    const second = named.get('Trail')!;
    expect(second.geometry).toEqual(trail.geometry);
    expect(second.properties).toMatchObject({ color: trail.color });
    expect(second.properties).not.toHaveProperty('folder');
    expect(second.properties).not.toHaveProperty('notes');
    const third = named.get('Field')!;
    expect(third.properties).toMatchObject({ color: field.color, notes: 'Fallow' });
    expect(corners(third)).toEqual(corners({ geometry: field.geometry } as Drawing));
    expect(drawings).toHaveLength(3);
  });

  test.each([
    { format: 'GeoJSON', write: writeGeoJson, kept: trail.properties },
    {
      format: 'KML',
      write: writeKml,
      kept: { ...trail.properties, ACRES_OF_WOODS: '12.5', ACRES_OF_WATER: '3', TAGS: '["a",1]' },
    },
    {
      format: 'Shapefile',
      write: writeShapefile,
      kept: {
        PARCEL_ID: '0012',
        LABEL: 'A "1" & <2>',
        ACRES_OF_W: '12.5',
        ACRES_OF_1: '3',
        TAGS: '["a",1]',
        NAME_1: 'Path',
      },
      remark: 'Some columns have other names',
    },
  ])('[V13] $format keeps the other properties of drawings', async ({ write, kept, remark }) => {
    const { bytes, remark: told = '' } = write([well, trail], 'notebook');
    const [first, second] = [well, trail].map(({ name }) => name);
    const drawings = await drawingsOf(bytes);
    const propertiesOf = (name: string | undefined) =>
      drawings.find(({ properties }) => properties.name === name)!.properties;
    expect(propertiesOf(second)).toMatchObject(kept);
    expect(Object.values(propertiesOf(first))).toEqual(
      expect.arrayContaining(Object.values(well.properties)),
    );
    expect(told).toContain(remark ?? '');
    // And what was read says nothing twice.
    expect(furtherProperties(propertiesOf(second))).toEqual(kept);
  });

  test('[V13] GPX says that it has no place for them', () => {
    expect(writeGpx([well, field], 'n').remark).toBeUndefined();
    expect(writeGpx([trail], 'n').remark).toContain('left out');
  });

  test('[V13] GPX keeps waypoints and tracks; an area becomes its edge', async () => {
    const drawings = await drawingsOf(writeGpx([well, trail, field], 'notebook').bytes);
    const [first, second, third] = [well, trail, field].map(({ name }) =>
      drawings.find(({ properties }) => properties.name === name),
    );
    expect(first!.geometry).toEqual(well.geometry);
    expect(first!.properties).toMatchObject({
      name: well.name,
      notes: well.notes,
      folder: well.folder,
      color: well.color,
    });
    expect(second!.geometry).toEqual(trail.geometry);
    expect(second!.properties).toMatchObject({ name: 'Trail', color: trail.color });
    expect(third!.geometry).toEqual({ type: 'MultiLineString', coordinates: field.geometry.coordinates });
  });

  test('[V13] a drawing on the next copy of the world is written where it is on the globe', () => {
    const far = { ...well, geometry: { type: 'Point' as const, coordinates: [190, 10] } };
    expect(writeKml([far], 'n').bytes).toContain('<coordinates>-170,10</coordinates>');
    expect(writeGpx([far], 'n').bytes).toContain('lon="-170"');
  });

  test('[V13] KML writes colors as Google Earth reads them, and a Folder for each folder', () => {
    const text = writeKml([well, trail], 'n').bytes as string;
    expect(text).toContain('<color>ff2b36b3</color>');
    expect(text).toMatch(/<Folder><name>Farm \/ North<\/name>\s*<Placemark><name>Well/);
  });

  test('[V13] a Shapefile has a part for each kind of shape, its projection and its encoding, and says what it cut', () => {
    const long = { ...well, notes: 'ä'.repeat(200) };
    const { bytes, remark } = writeShapefile([long, field], 'notebook');
    expect(Object.keys(unzipSync(bytes as Uint8Array)).sort()).toEqual(
      ['areas', 'points'].flatMap((kind) =>
        ['cpg', 'dbf', 'prj', 'shp', 'shx'].map((ending) => `notebook-${kind}.${ending}`),
      ),
    );
    expect(remark).toContain('254 bytes');
  });
});

describe('files of other programs', () => {
  const kml = (content: string) =>
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${content}</Document></kml>`;
  const placemark = (inside: string) =>
    `<Placemark>${inside}<Point><coordinates>-80,35,12</coordinates></Point></Placemark>`;

  test('[V14] a KMZ of Google Earth: nested folders, a style, a description in HTML, points and lines in one', async () => {
    const text = kml(`
      <Style id="s"><LineStyle><color>ff0000ff</color></LineStyle></Style>
      <Folder><name>Farm</name><Folder><name>North</name><Placemark><name>Gate</name>
        <description><![CDATA[<b>Locked</b><br>Ask Ada<img src="http://example.org/x.png">]]></description><styleUrl>#s</styleUrl>
        <MultiGeometry><Point><coordinates>-80,35</coordinates></Point><LineString><coordinates>-80,35 -81,36</coordinates></LineString></MultiGeometry>
      </Placemark></Folder></Folder>`);
    const drawings = await drawingsOf(zipSync({ 'doc.kml': strToU8(text) }).slice());
    expect(drawings.map(({ geometry }) => geometry.type)).toEqual(['Point', 'LineString']);
    for (const { properties } of drawings) {
      expect(properties).toEqual({
        name: 'Gate',
        notes: 'Locked\nAsk Ada',
        folder: 'Farm / North',
        color: '#ff0000',
      });
    }
  });

  test('[V14] a track of a receiver, without its times', async () => {
    const [drawing] =
      await drawingsOf(`<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Walk</name><trkseg>
      <trkpt lat="35" lon="-80"><ele>7</ele><time>2026-01-01T00:00:00Z</time></trkpt><trkpt lat="36" lon="-81"><time>2026-01-01T00:01:00Z</time></trkpt>
      </trkseg></trk></gpx>`);
    expect(drawing!.geometry).toEqual({
      type: 'LineString',
      coordinates: [
        [-80, 35],
        [-81, 36],
      ],
    });
    expect(JSON.stringify(drawing!.properties)).not.toContain('00:01');
  });

  test('[V14] text in another encoding is read by its declaration or byte order mark', async () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?>${kml(placemark('<name>Müller</name>'))}`;
    const latin = Uint8Array.from(text, (character) => character.charCodeAt(0));
    expect((await drawingsOf(latin))[0]!.properties.name).toBe('Müller');
    const wide = Uint16Array.from(`\ufeff${kml(placemark('<name>井</name>'))}`, (character) =>
      character.charCodeAt(0),
    );
    expect((await drawingsOf(wide))[0]!.properties.name).toBe('井');
  });

  test('[V14] a Shapefile in a plane is brought to degrees by its projection', async () => {
    const zip = unzipSync(
      writeShapefile([{ ...well, geometry: { type: 'Point', coordinates: [500000, 3942000] } }], 'n')
        .bytes as Uint8Array,
    );
    const utm =
      'PROJCS["WGS_1984_UTM_Zone_17N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-81.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
    const [drawing] = await drawingsOf(zipSync({ ...zip, 'n-points.prj': strToU8(utm) }).slice());
    expect(drawing!.geometry.coordinates).toEqual([-81, expect.closeTo(35.62, 2)]);

    const { 'n-points.prj': _, ...without } = zip;
    expect(await read(zipSync(without).slice())).toEqual({ problem: messages.drawingProjectionMissing });
    expect(await read(zipSync({ ...zip, 'n-points.prj': strToU8('PROJCS["?"]') }).slice())).toEqual({
      problem: messages.drawingProjectionUnknown,
    });
  });

  const skippedOf = async (content: BlobPart) => {
    const result = await read(content);
    return 'problem' in result ? result.problem : result.skipped;
  };

  test('[V14] whatever is no shape in a KML is told, by its name or its number', async () => {
    const line = (coordinates: string) =>
      `<LineString><coordinates>${coordinates}</coordinates></LineString>`;
    const text = kml(`
      <Placemark><name>Barn</name><address>7 Heron Ct</address></Placemark>
      <Placemark><Point><coordinates>abc</coordinates></Point></Placemark>
      <Placemark><name>Stub</name>${line('-80,35')}</Placemark>
      <Placemark><name>House</name><Model><Location/></Model></Placemark>
      <NetworkLink><name>More</name><Region><LatLonAltBox><north>1</north><south>0</south><east>1</east><west>0</west></LatLonAltBox></Region></NetworkLink>
      <GroundOverlay><name>Photo</name><LatLonBox><north>1</north><south>0</south><east>1</east><west>0</west></LatLonBox></GroundOverlay>
      <Placemark><name>Both</name><MultiGeometry>${line('-80,35 x,36')}${line('-80, 35 -81, 36')}</MultiGeometry></Placemark>
      <Placemark><name>Empty</name><MultiGeometry/></Placemark>`);
    expect(await skippedOf(text)).toEqual([
      'Barn: It has no shape.',
      `Feature 2: ${messages.drawingPosition}`,
      `Stub: ${messages.drawingLineShort}`,
      'House: A model is no shape.',
      'More: A link to another file is not followed.',
      'Photo: An image is no shape.',
      `Both: ${messages.drawingPosition}`,
      'Empty: It has no shape.',
    ]);
    const [both, ...others] = await drawingsOf(text);
    expect([both!.properties.name, both!.geometry.coordinates, others]).toEqual([
      'Both',
      [
        [-80, 35],
        [-81, 36],
      ],
      [],
    ]);
  });

  test('[V14] whatever is no shape in a GPX is told', async () => {
    const at = (tagName: string, lng: number) => `<${tagName} lat="35" lon="${lng}"/>`;
    const text = `<gpx xmlns="http://www.topografix.com/GPX/1/1">
      <wpt lat="35"><name>Nowhere</name></wpt><wpt lat="35" lon="-80"><name>Gate</name></wpt>
      <rte><name>Stub</name>${at('rtept', 1)}</rte><trk><name>Blank</name></trk>
      <trk><trkseg>${at('trkpt', 1)}</trkseg><trkseg>${at('trkpt', 1)}${at('trkpt', 2)}</trkseg></trk></gpx>`;
    expect(await skippedOf(text)).toEqual([
      `Nowhere: ${messages.drawingPosition}`,
      `Stub: ${messages.drawingLineShort}`,
      `Blank: ${messages.drawingLineShort}`,
      `Feature 5: ${messages.drawingLineShort}`,
    ]);
    expect((await drawingsOf(text)).map(({ geometry }) => geometry.type)).toEqual(['Point', 'LineString']);
  });

  test('[V14] prefixes of elements, declared or not', async () => {
    const prefixed =
      '<?xml version="1.0"?><!-- <a> --><kml:kml xmlns:kml="http://www.opengis.net/kml/2.2"><kml:Placemark><kml:name>Gate</kml:name><kml:Point><kml:coordinates>-80,35</kml:coordinates></kml:Point></kml:Placemark></kml:kml>';
    const track = kml(
      '<Placemark><name>Walk</name><gx:Track xsi:type="a"><gx:coord>-80 35 0</gx:coord><gx:coord>-81 36 0</gx:coord></gx:Track></Placemark>',
    );
    expect((await drawingsOf(prefixed))[0]!.properties).toEqual({ name: 'Gate' });
    expect((await drawingsOf(track))[0]!.geometry.type).toBe('LineString');
  });

  test('[V14] the styles of a KML: shared, by a map of them, cascading, its own; and numbers of a table', async () => {
    const style = (color: string) => `<Style><LineStyle><color>${color}</color></LineStyle></Style>`;
    const text = kml(`
      <Style id="red"><IconStyle><color>ff0000ff</color></IconStyle></Style>
      <gx:CascadingStyle kml:id="green">${style('7f00ff00')}</gx:CascadingStyle>
      <StyleMap id="map"><Pair><key>normal</key><styleUrl>#green</styleUrl></Pair><Pair><key>highlight</key><styleUrl>#red</styleUrl></Pair></StyleMap>
      <Schema id="t"><SimpleField name="ACRES" type="double"/><SimpleField name="ID" type="string"/></Schema>
      ${placemark('<styleUrl>#red</styleUrl>')}${placemark('<styleUrl>#map</styleUrl>')}
      ${placemark(`<styleUrl>#red</styleUrl>${style('ffff0000')}`)}
      ${placemark('<ExtendedData><SchemaData><SimpleData name="ACRES">2.5</SimpleData><SimpleData name="ID">007</SimpleData></SchemaData></ExtendedData>')}`);
    expect((await drawingsOf(text)).map(({ properties }) => properties)).toEqual([
      { color: '#ff0000' },
      { color: '#00ff00' },
      { color: '#0000ff' },
      { ACRES: 2.5, ID: '007' },
    ]);
  });

  test('[V14] rings of a KML are closed where the program has not done so', async () => {
    const [drawing] = await drawingsOf(
      kml(
        '<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 4,0 4,4</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>',
      ),
    );
    expect(drawing!.geometry.coordinates).toEqual([
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 0],
      ],
    ]);
  });

  test('[V14] descriptions in HTML become their text, with its characters', async () => {
    const html =
      '<style>p{}</style><!-- x --><p>Caf&eacute; &#38; b&#x61;r,&nbsp;5 &lt; 6 &unknown;</p><div>a < b</div>';
    const [drawing] = await drawingsOf(kml(placemark(`<description><![CDATA[${html}]]></description>`)));
    expect(drawing!.properties.notes).toBe('Café & bar,\u00a05 < 6 &unknown;\na < b');
  });

  test('[V14] five thousand prefixes that nobody has declared are read like any file', async () => {
    const many = Array.from({ length: 5000 }, (_, at) => `<p${at}:a/>`).join('');
    expect(await drawingsOf(kml(`${many}${placemark('')}`))).toHaveLength(1);
  });

  test('[V14] a document type within a description is text', async () => {
    const [drawing] = await drawingsOf(
      kml(placemark('<description><![CDATA[<!DOCTYPE html><p>Locked</p>]]></description>')),
    );
    expect(drawing!.properties.notes).toBe('Locked');
  });

  test('[V14] what is named like a style or a description in the data of a KML is kept', async () => {
    const data = (name: string) => `<Data name="${name}"><value>of ${name}</value></Data>`;
    const [drawing] = await drawingsOf(
      kml(
        placemark(
          `<description>Gate</description><ExtendedData>${data('label')}${data('description')}</ExtendedData>`,
        ),
      ),
    );
    expect(drawing!.properties).toEqual({ notes: 'Gate', label: 'of label', description: 'of description' });
  });

  test('[V14] long notes and folders: the whole text is kept, and what was cut is said', async () => {
    const notes = 'a'.repeat(2001);
    const path = (end: string) => `${'Farm / '.repeat(10)}${end}`;
    const folder = (name: string) => `<Folder><name>${name}</name>${placemark('')}</Folder>`;
    const text = kml(
      `${placemark(`<description>${notes}</description>`)}${folder(path('North'))}${folder(path('South'))}`,
    );
    const { cut, skipped } = (await read(text)) as Extract<
      Awaited<ReturnType<typeof read>>,
      { cut?: unknown }
    >;
    expect(skipped).toEqual([]);
    expect(cut).toEqual([
      expect.stringContaining('Notes longer than 2,000 characters were cut'),
      expect.stringContaining('Folder names longer than 60 characters were shortened'),
    ]);
    const [long, north, south] = await drawingsOf(text);
    expect(long!.properties).toEqual({ notes: notes.slice(1), whole_notes: notes });
    expect(north!.properties).toEqual({
      folder: expect.stringMatching(/^.{29}….{30}$/),
      whole_folder: path('North'),
    });
    expect(south!.properties.folder).not.toBe(north!.properties.folder);
  });

  test('[V14] all files of a zip are read; one that is refused costs no other', async () => {
    const shapefile = unzipSync(writeShapefile([field], 'n').bytes as Uint8Array);
    const zip = {
      ...shapefile,
      'a.kml': strToU8(kml(placemark('<name>A</name>'))),
      'b/b.kml': strToU8(`${kml('<Placemark/>')}<`),
    };
    const bytes = zipSync(zip).slice();
    expect((await drawingsOf(bytes)).map(({ properties }) => properties.name)).toEqual(['Field', 'A']);
    expect(await skippedOf(bytes)).toEqual([`b.kml: ${messages.drawingFileXmlBroken}`]);
  });

  /** Each of them is sought to the end of the text. */
  const slow = () => kml(placemark(`<description><![CDATA[${'<script'.repeat(200_000)}]]></description>`));

  test('[V14] a file that takes longer than ten seconds is given up in a sentence, and the page goes on meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const reading = read(slow());
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), { timeout: 15_000 });
    vi.advanceTimersByTime(DRAWING_FILE_MS_MAX);
    expect(await reading).toEqual({ problem: messages.drawingFileSlow });
  });

  test('[V14] reading a file can be stopped', async () => {
    const canceling = new AbortController();
    const reading = readDrawingFile(new File([slow()], 'slow.kml'), canceling.signal);
    canceling.abort();
    expect(await reading).toEqual({ problem: messages.drawingFileCanceled });
  });

  const bomb = `<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>${kml(placemark('<name>&b;</name>'))}`;
  const cutShp = () => {
    const zip = unzipSync(writeShapefile([field], 'n').bytes as Uint8Array);
    return zipSync({ ...zip, 'n-areas.shp': zip['n-areas.shp']!.slice(0, 150) }).slice();
  };
  const emptyRows = () => {
    const zip = unzipSync(writeShapefile([field], 'n').bytes as Uint8Array);
    const dbf = zip['n-areas.dbf']!.slice();
    new DataView(dbf.buffer).setUint32(4, 0xffffffff, true);
    new DataView(dbf.buffer).setUint16(10, 0, true);
    return zipSync({ ...zip, 'n-areas.dbf': dbf }).slice();
  };
  test.each<[string, () => BlobPart, string]>([
    ['entities', () => bomb, messages.drawingFileDoctype],
    ['entities behind a comment', () => bomb.replace('<!', '<!-- <kml> --><!'), messages.drawingFileDoctype],
    ['XML that is cut off', () => kml(placemark('')).slice(0, -8), messages.drawingFileXmlBroken],
    ['another kind of XML', () => '<html/>', messages.drawingFileUnknown],
    [
      'a link to another file',
      () => kml('<NetworkLink><Link><href>http://example.org/a.kml</href></Link></NetworkLink>'),
      messages.drawingFileIsLink,
    ],
    ['no shapes', () => kml(''), messages.drawingEmpty],
    ['an empty file', () => '', messages.drawingFileNotJson],
    ['bytes that are no text', () => Uint8Array.of(0xc3, 0x28, 0xff), messages.drawingFileEncoding],
    ['a zip of something else', () => zipSync({ 'a.txt': strToU8('a') }).slice(), messages.drawingZipUnknown],
    [
      'a zip bomb',
      () => zipSync({ 'doc.kml': new Uint8Array(21_000_000) }).slice(),
      messages.drawingZipTooLarge,
    ],
    [
      'a zip of more files than anybody has',
      () =>
        zipSync(
          Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`${at}.kml`, new Uint8Array()])),
        ).slice(),
      messages.drawingZipTooMany,
    ],
    ['a Shapefile whose table has rows of no bytes', emptyRows, 'Its .dbf file is damaged, or cut off.'],
    [
      'a zip that is cut off',
      () => zipSync({ 'doc.kml': strToU8(kml(placemark(''))) }).slice(0, 60),
      messages.drawingFileUnreadable,
    ],
    ['a Shapefile that is cut off', cutShp, messages.drawingShapefileCut],
    ['more than there is room for', () => ' '.repeat(2_000_001), messages.drawingFileTooLarge],
    [
      'huge coordinates',
      () => kml('<Placemark><Point><coordinates>1e300,1e300</coordinates></Point></Placemark>'),
      messages.drawingPosition,
    ],
  ])('[V14] %s: refused in a sentence', async (_, content, problem) => {
    expect(await read(content())).toEqual({ problem });
  });
});
