// Streams the features out of a JSON file of any size: finds where each one begins and ends, and parses it alone.
// JSON.parse cannot take more than 512 MB at once, and needs several times a file's size in memory.
import { OperatorError } from '../../runtime/operator-error.ts';
import { FEATURES_PER_BATCH, type RawGeometry } from '../layer.ts';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  CutJson,
  EndlessJson,
  JsonCursor,
  NotJson,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './geojson-cursor.ts';
import { isObject, type JsonObject, parseFeature, parseJson } from './geojson-text.ts';

export type ScannedFeature = {
  row: number;
  value: JsonObject;
  /** Where it has been read already: its coordinates are then missing from the value. */
  geometry: RawGeometry | undefined;
};

type Parsed = Omit<ScannedFeature, 'row'>;

export class FeatureScanner {
  /** What the collection says besides its features ("crs", "name", …), as far as it has been read. */
  readonly members: JsonObject = {};
  private readonly cursor: JsonCursor;
  private readonly fileName: string;
  private row = 0;
  private batch: ScannedFeature[] = [];

  constructor(bytes: AsyncGenerator<Buffer>, fileName: string) {
    this.cursor = new JsonCursor(bytes);
    this.fileName = fileName;
  }

  /** In batches. Throws an OperatorError where the file is cut or is not JSON. */
  async *features(): AsyncGenerator<ScannedFeature[]> {
    try {
      await this.cursor.skipByteOrderMark(this.fileName);
      yield* this.documents();
      if (this.batch.length > 0) yield this.batch;
    } catch (error) {
      throw this.inWords(error);
    } finally {
      await this.cursor.close();
    }
  }

  /** A file may hold several documents one after another: one feature a line is the usual case. */
  private async *documents(): AsyncGenerator<ScannedFeature[]> {
    const { cursor } = this;
    for (let first = await cursor.peek(); first !== undefined; first = await cursor.peek()) {
      if (first === OPEN_BRACKET) {
        cursor.skip();
        yield* this.elements(CLOSE_BRACKET);
      } else if (first !== OPEN_BRACE) {
        throw new NotJson();
      } else if (await this.enterCollection()) {
        yield* this.elements(CLOSE_BRACKET);
        await this.readMembers();
      } else {
        yield* this.elements(undefined);
      }
    }
  }

  /** The objects up to a closing bracket, or up to the end of the file. */
  private async *elements(until: number | undefined): AsyncGenerator<ScannedFeature[]> {
    const { cursor } = this;
    for (;;) {
      const first = await cursor.peek();
      if (first === until) break;
      if (first === OPEN_BRACE) {
        this.take(this.parse(await cursor.takeFeature()));
        if (this.batch.length >= FEATURES_PER_BATCH) {
          yield this.batch;
          this.batch = [];
        }
      } else if (first === undefined) {
        throw new CutJson();
      } else if ((await cursor.takeScalar()) === null) {
        this.row++;
      } else {
        throw new NotJson();
      }
    }
    if (until !== undefined) cursor.skip();
  }

  private parse(text: string): Parsed {
    const { cursor } = this;
    const value = parseFeature(text);
    if (value === undefined) throw new NotJson();
    if (!cursor.hasCoordinates()) return { value, geometry: undefined };
    const geometry = isObject(value.geometry) ? cursor.geometryOf(value.geometry.type) : undefined;
    if (value.type === 'Feature' && geometry !== undefined) return { value, geometry };
    // Its lists do not fit its type: then it is for others to say what is wrong.
    const whole = parseFeature(cursor.wholeFeature());
    if (whole === undefined) throw new NotJson();
    return { value: whole, geometry: undefined };
  }

  private take({ value, geometry }: Parsed): void {
    // One collection a line, as some tools write it.
    if (value.type === 'FeatureCollection' && Array.isArray(value.features)) {
      for (const feature of value.features)
        if (isObject(feature)) this.take({ value: feature, geometry: undefined });
      return;
    }
    this.row++;
    this.batch.push({ row: this.row, value, geometry });
  }

  /**
   * Whether the object that begins here is a collection: then the cursor stands at its first feature, else where it
   * was. Only members of the object itself count: a property may be called "features", too.
   */
  private async enterCollection(): Promise<boolean> {
    this.cursor.setMark();
    this.cursor.skip();
    if (await this.readMembers()) {
      this.cursor.dropMark();
      return true;
    }
    this.cursor.goBack();
    for (const name in this.members) delete this.members[name];
    return false;
  }

  /** True at the first feature, false behind the end of the object. */
  private async readMembers(): Promise<boolean> {
    const { cursor, members } = this;
    for (let first = await cursor.peek(); first !== CLOSE_BRACE; first = await cursor.peek()) {
      if (first === undefined) throw new CutJson();
      if (first !== QUOTE) throw new NotJson();
      const name = String(await cursor.takeScalar());
      if ((await cursor.peek()) !== COLON) throw new NotJson();
      cursor.skip();
      const value = await cursor.peek();
      if (value === undefined) throw new CutJson();
      if (name === 'features' && value === OPEN_BRACKET && members.type !== 'Feature') {
        cursor.skip();
        return true;
      }
      const isNested = value === OPEN_BRACE || value === OPEN_BRACKET;
      members[name] = isNested ? parseJson(await cursor.takeNested()) : await cursor.takeScalar();
    }
    cursor.skip();
    return false;
  }

  private inWords(error: unknown): unknown {
    const after = this.row.toLocaleString('en-US');
    if (error instanceof CutJson) {
      const where = this.row === 0 ? 'before its first feature is complete' : `after feature ${after}`;
      return new OperatorError(`${this.fileName} ends in the middle, ${where}: download or export it again.`);
    }
    if (error instanceof EndlessJson) {
      const where = this.row === 0 ? 'before its first feature' : `after feature ${after}`;
      return new OperatorError(
        `${this.fileName} has ${error.message}, ${where}, so a quotation mark or a bracket is missing there: export it again.`,
      );
    }
    if (!(error instanceof NotJson)) return error;
    if (this.row === 0 && /^\s*</.test(this.cursor.excerpt())) {
      return new OperatorError(
        `${this.fileName} is a web page or XML, not GeoJSON: check the address or the export, and try again.`,
      );
    }
    const where = this.row === 0 ? 'at its beginning' : `after feature ${after}`;
    return new OperatorError(`${this.fileName} is not valid JSON ${where}: export it again.`);
  }
}
