// The text of one JSON value, parsed; with repairs for what JSON.parse refuses or spoils in files that tools really write.
import { isUtf8 } from 'node:buffer';

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const windows1252 = new TextDecoder('windows-1252');

/** JSON is UTF-8 by its standard. Some county tools write the code page of their Windows: then that is read. */
export function decodeJson(bytes: Buffer, hasOnlyAscii: boolean): string {
  if (hasOnlyAscii) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : windows1252.decode(bytes);
}

/** The value; undefined where the text is not JSON, even after repairing. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(repaired(text));
    } catch {
      return undefined;
    }
  }
}

const stringOrNotANumber = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity|nan|inf)\b/g;

/** Raw line breaks and tabs inside strings become blanks; NaN and Infinity, which Python writes, become null. */
function repaired(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const onOneLine = text.replace(/[\u0000-\u001f]/g, ' ');
  return onOneLine.replace(stringOrNotANumber, (found) => (found.startsWith('"') ? found : 'null'));
}

/**
 * A feature's object. Whole numbers beyond 2^53 among its attributes come as text: a PIN of 17 digits without quotes
 * would lose its last ones.
 */
export function parseFeature(text: string): JsonObject | undefined {
  const value = parseJson(text);
  if (!isObject(value)) return undefined;
  if (!hasUnsafeInteger(value.properties) && !hasUnsafeInteger(value.attributes)) return value;
  const quoted = parseJson(text.replace(stringOrLongInteger, quoteInteger));
  return isObject(quoted) ? quoted : value;
}

function hasUnsafeInteger(attributes: unknown): boolean {
  if (!isObject(attributes)) return false;
  for (const name in attributes) {
    const value = attributes[name];
    if (typeof value === 'number' && (value > MAX_SAFE || value < -MAX_SAFE) && Number.isInteger(value))
      return true;
  }
  return false;
}

const MAX_SAFE = Number.MAX_SAFE_INTEGER;
const stringOrLongInteger = /"(?:[^"\\]|\\.)*"|(?<=:\s*)-?\d{16,}(?=\s*[,}])/g;

function quoteInteger(found: string): string {
  return found.startsWith('"') ? found : `"${found}"`;
}
