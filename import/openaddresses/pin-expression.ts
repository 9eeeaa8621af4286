// The parcel number of an OpenAddresses definition (`conform.pid`) in the language of --map.

import { compilePattern } from '../fields/safe-pattern.ts';

/** Undefined for a function that the language has no words for. */
export function pinExpression(pid: unknown): string | undefined {
  if (typeof pid === 'string') return pid.trim() === '' ? undefined : field(pid);
  // A list of fields is joined with blanks.
  if (Array.isArray(pid)) return joined(pid, ' ');
  if (typeof pid !== 'object' || pid === null) return undefined;

  const conform = pid as Record<string, unknown>;
  const name = typeof conform.field === 'string' ? field(conform.field) : undefined;
  switch (conform.function) {
    case 'join':
      return joined(conform.fields, typeof conform.separator === 'string' ? conform.separator : ' ');
    case 'regexp':
      return name && typeof conform.pattern === 'string'
        ? regexp(name, conform.pattern, conform.replace)
        : undefined;
    case 'format':
      return formatted(conform.fields, conform.format);
    case 'first_non_empty':
      return isFields(conform.fields) ? `first(${conform.fields.map(field).join(', ')})` : undefined;
    case 'get':
      return name;
    case 'prefixed_number':
      return name && `regexp(${name}, '^\\s*(\\d+)')`;
    default:
      // remove_prefix, remove_postfix, chain, constant, map …: they compare fields, or have no place in a parcel number.
      return undefined;
  }
}

/** Names with blanks and other signs stand in double quotes. */
function field(name: string): string {
  const isPlain =
    /^[\p{L}_][\p{L}\d_]*(\.[\p{L}_][\p{L}\d_]*)*$/u.test(name) && !/^(?:join|regexp|first)$/i.test(name);
  return isPlain ? name : `"${name.replaceAll('"', '""')}"`;
}

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

function isFields(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string' && name !== '')
  );
}

function joined(fields: unknown, separator: string): string | undefined {
  if (!isFields(fields)) return undefined;
  if (fields.length === 1) return field(fields[0]!);
  const names = fields.map(field);
  return separator === '' ? names.join(' & ') : `join(${text(separator)}, ${names.join(', ')})`;
}

/** Without a replacement the groups of the pattern are joined, here as there. */
function regexp(name: string, pattern: string, replacement: unknown): string | undefined {
  try {
    compilePattern(pattern);
  } catch {
    // With back references or lookaround.
    return undefined;
  }
  if (typeof replacement !== 'string') return `regexp(${name}, ${text(pattern)})`;
  // ${1} and \1 are Python's and Perl's ways to say $1.
  const dollars = replacement.replace(/\$\{(\d+)\}|\\(\d)/g, (_, braced, slashed) => `$${braced ?? slashed}`);
  return `regexp(${name}, ${text(pattern)}, ${text(dollars)})`;
}

/** '$1-$2' over fields becomes A & '-' & B. */
function formatted(fields: unknown, format: unknown): string | undefined {
  if (!isFields(fields) || typeof format !== 'string') return undefined;
  const parts: string[] = [];
  for (const [, number, literal] of format.matchAll(/\$\{?(\d+)\}?|([^$]+)/g)) {
    if (literal !== undefined) parts.push(text(literal));
    else if (fields[Number(number) - 1] === undefined) return undefined;
    else parts.push(field(fields[Number(number) - 1]!));
  }
  return parts.length > 0 ? parts.join(' & ') : undefined;
}
