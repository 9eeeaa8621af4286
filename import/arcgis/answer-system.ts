// The coordinate system that a server answers in: longitude and latitude as asked, or its own where it ignores that;
// and one for the whole layer.
import { OperatorError } from '../../runtime/operator-error.ts';
import { areDegrees, type CrsName, coordinateLists } from '../layer.ts';
import { esriGeometry } from '../readers/esri-geometry.ts';
import {
  crsOf,
  isLongitudeLatitude,
  type LayerDescription,
  parseSpatialReference,
  type SpatialReference,
} from './layer-description.ts';
import type { PageFolder } from './page-folder.ts';
import type { JsonObject } from './server-answer.ts';

export const LONGITUDE_LATITUDE: CrsName = { kind: 'epsg', code: 4326 };
const OTHER_SYSTEMS_TO_WORRY = 5;

export class AnswerSystem {
  readonly #folder: PageFolder;
  /** Of the layer. */
  readonly #address: string;
  #others = 0;

  constructor(o: { folder: PageFolder; address: string }) {
    this.#folder = o.folder;
    this.#address = o.address;
  }

  /** Shapes of two systems in one layer would be nonsense: false for rows that are to be asked for again. */
  async isSame(body: JsonObject): Promise<boolean> {
    if ((body.features as unknown[]).length === 0) return true;
    const said = parseSpatialReference(body.spatialReference);
    if (!said || !crsOf(said)) return true;
    const { state } = this.#folder;
    if (!state.spatialReference) {
      state.spatialReference = said;
      await this.#folder.saveState();
      return true;
    }
    const isSame = areEqual(state.spatialReference, said);
    if (!isSame && ++this.#others > OTHER_SYSTEMS_TO_WORRY) {
      throw new OperatorError(
        `The server answers now in one coordinate system and now in another, so that its shapes cannot be trusted: try again later, or ask the publisher of ${this.#address}.`,
      );
    }
    return isSame;
  }
}

function areEqual(one: SpatialReference, other: SpatialReference): boolean {
  if (isLongitudeLatitude(one) || isLongitudeLatitude(other)) {
    return isLongitudeLatitude(one) && isLongitudeLatitude(other);
  }
  const numbers = [one.wkid, one.latestWkid].filter((number) => number);
  if (numbers.length === 0) return (one.wkt ?? one.wkt2) === (other.wkt ?? other.wkt2);
  return numbers.some((number) => number === other.wkid || number === other.latestWkid);
}

/** Of the answers that are here; undefined where nobody says it. */
export async function systemOf(
  folder: PageFolder,
  { extent }: LayerDescription,
): Promise<CrsName | undefined> {
  const said = folder.state.spatialReference;
  if (said && !isLongitudeLatitude(said)) return crsOf(said);
  // Servers that ignore outSR may say nothing, or repeat what they were asked: the coordinates tell.
  const first = folder.pages[0] && (await folder.read(folder.pages[0]));
  const [ring] = coordinateLists(esriGeometry(first?.find((row) => row.geometry)?.geometry));
  if (ring && !areDegrees(ring)) {
    return extent?.spatialReference ? crsOf(extent.spatialReference) : undefined;
  }
  return LONGITUDE_LATITUDE;
}
