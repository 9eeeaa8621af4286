// The body of a request for a map sheet: its JSON, and the bytes of a picture with it.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type MapSheetRequest,
  mapSheetRequest,
  SHEET_JSON_BYTES_MAX,
  SHEET_PICTURE_BYTES_MAX,
  SHEET_PICTURE_PIXELS_MAX,
  SHEET_POINTS_MAX,
} from '../../contract/map-sheet.ts';
import { refusals } from '../../contract/messages.ts';
import { isPicture } from '../../runtime/is-picture.ts';
import { Failure } from '../failure.ts';
import { parseInput } from '../parse-input.ts';

/** Of a part of a form, with its delimiter. */
const PART_HEADERS_BYTES_MAX = 1024;
export const SHEET_BODY_BYTES_MAX =
  SHEET_JSON_BYTES_MAX + SHEET_PICTURE_BYTES_MAX + 3 * PART_HEADERS_BYTES_MAX;

/** Bytes, which nobody parses before their turn. */
export function readSheetBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    ['application/json', 'multipart/form-data'],
    { parseAs: 'buffer' },
    async (_: FastifyRequest, body: Buffer) => body,
  );
}

type SheetParts = { sheet: Buffer; picture?: Buffer };

/** Throws a 400 or 413 in words. */
export function parseSheetBody({ body, headers }: FastifyRequest): {
  asked: MapSheetRequest;
  picture: Buffer | undefined;
} {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.of();
  const type = headers['content-type'] ?? '';
  const { sheet, picture }: SheetParts = /^multipart/i.test(type) ? partsOf(bytes, type) : { sheet: bytes };
  if (sheet.length > SHEET_JSON_BYTES_MAX) throw new Failure(413, refusals.bodyTooLarge);
  const asked = parseInput(mapSheetRequest, parseJson(sheet));
  if (picture && picture.length > SHEET_PICTURE_BYTES_MAX) {
    throw new Failure(413, 'The picture of the map is too large.');
  }
  if ((asked.picture === undefined) !== (picture === undefined)) throw new Failure(400, refusals.sheetParts);
  if (picture && !isPicture(picture)) throw noPicture();
  return { asked, picture };
}

/**
 * A form with these two parts in this order, as browsers and curl write it (RFC 7578). A reader of any form is a dependency, or (undici's)
 * blocks the server for half a minute with 12 MB of tiny parts.
 */
function partsOf(form: Buffer, contentType: string): SheetParts {
  const [, boundary] = /;\s*boundary="?([^\s;"]{1,70})"?/i.exec(contentType) ?? [];
  const delimiter = `--${boundary}`;
  let at = 0;
  const part = (name: string): Buffer => {
    const head = form.indexOf('\r\n\r\n', at);
    const headers = form.toString('latin1', at, Math.min(head, at + PART_HEADERS_BYTES_MAX));
    const end = form.indexOf(`\r\n${delimiter}`, head + 4);
    const isPart = headers.startsWith(`${delimiter}\r\n`) && headers.includes(` name="${name}"`);
    if (head < 0 || end < 0 || !isPart) throw new Failure(400, refusals.sheetParts);
    at = end + 2;
    return form.subarray(head + 4, end);
  };
  return { sheet: part('sheet'), picture: part('picture') };
}

/** A point is a list with a comma in it and one behind it; the rest is for rings, names and the filter. */
const NODES_MAX = 4 * SHEET_POINTS_MAX;
const isNode = Uint8Array.from({ length: 256 }, (_, byte) =>
  ',:[{'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

/** Counted before it is parsed: some MB of empty lists take seconds of the thread that answers everybody else. */
function requireFewPoints(json: Buffer): void {
  let nodes = 0;
  for (let at = 0; at < json.length; at++) nodes += isNode[json[at]!]!;
  if (nodes <= NODES_MAX) return;
  const points = SHEET_POINTS_MAX.toLocaleString('en-US');
  throw new Failure(400, `drawings may have at most ${points} points together.`);
}

function parseJson(text: Buffer): unknown {
  requireFewPoints(text);
  try {
    return JSON.parse(text.toString());
  } catch {
    throw new Failure(400, refusals.bodyNotJson);
  }
}

export const noPicture = () =>
  new Failure(
    400,
    `picture must be a JPEG or a PNG of at most ${SHEET_PICTURE_PIXELS_MAX.toLocaleString('en-US')} pixels.`,
  );
