// The table of a Shapefile (dBASE) as rows of properties. Blank and unreadable values are left out.

export type DbfRow = { isDeleted: boolean; values: Record<string, unknown> };

type Column = { name: string; type: string; from: number; to: number };

/** By the language byte of the head, as far as browsers know the encoding. Windows-1252 is guessed anyway. */
const LANGUAGES: Record<number, string> = {
  19: 'shift_jis',
  38: 'ibm866',
  77: 'gbk',
  78: 'euc-kr',
  79: 'big5',
  101: 'ibm866',
  120: 'big5',
  121: 'euc-kr',
  122: 'gbk',
  123: 'shift_jis',
  124: 'windows-874',
  125: 'windows-1255',
  126: 'windows-1256',
  200: 'windows-1250',
  201: 'windows-1251',
  202: 'windows-1254',
  203: 'windows-1253',
  204: 'windows-1257',
};
const CODE_PAGES: Record<string, string> = {
  65001: 'utf-8',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
};

/** `cpg`: the text of the file that names the encoding. Undefined where the table is cut off, or its rows are too short for it. */
export function readDbf(bytes: Uint8Array, cpg: string | undefined): DbfRow[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [count, headBytes, rowBytes] = [
    view.getUint32(4, true),
    view.getUint16(8, true),
    view.getUint16(10, true),
  ];
  if (headBytes + count * rowBytes > bytes.length) return;
  const decoder = new TextDecoder(encodingOf(cpg) ?? LANGUAGES[bytes[29]!] ?? guessed(bytes));
  // What is shorter than its column ends in zeros or spaces.
  const textOf = (from: number, to: number) =>
    decoder.decode(bytes.subarray(from, to)).replace(/\0.*/s, '').trim();
  const columns: Column[] = [];
  // The first byte of a row says whether it is deleted.
  let next = 1;
  for (let at = 32; at + 32 <= headBytes && bytes[at] !== 0x0d; at += 32) {
    const from = next;
    next += bytes[at + 16]!;
    columns.push({ name: textOf(at, at + 11), type: String.fromCharCode(bytes[at + 11]!), from, to: next });
  }
  if (next > rowBytes) return;
  return Array.from({ length: count }, (_, index) => {
    const start = headBytes + index * rowBytes;
    const values = columns.map(({ name, type, from, to }) => [
      name,
      typedValue(textOf(start + from, start + to), type),
    ]);
    return {
      isDeleted: bytes[start] === 0x2a,
      values: Object.fromEntries(values.filter(([, value]) => value !== undefined)),
    };
  });
}

function typedValue(text: string, type: string): unknown {
  if (text === '') return;
  switch (type) {
    case 'N':
    case 'F': {
      const number = Number(text);
      // Stars where a number is too long for its column. One with a comma stays as it is written: nobody knows what it separates.
      if (!Number.isFinite(number)) return /\d/.test(text) ? text : undefined;
      // The long numbers of parcels would lose digits.
      return Math.abs(number) > Number.MAX_SAFE_INTEGER ? text : number;
    }
    case 'D':
      // 00000000 is none.
      return /^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(text)
        ? text.replace(/^(....)(..)(..)$/, '$1-$2-$3')
        : undefined;
    case 'L':
      return text === '?' ? undefined : /^[ty]/i.test(text);
    default:
      return text;
  }
}

/** Such as `UTF-8`, `ISO 88591`, `ANSI 1252` or `1252`. */
function encodingOf(cpg = ''): string | undefined {
  const iso = /8859[-_ ]?(\d+)$/.exec(cpg)?.[1];
  const page = /\d+$/.exec(cpg)?.[0] ?? '';
  return [iso && `iso-8859-${iso}`, CODE_PAGES[page], cpg, `windows-${page}`].find(isKnown) || undefined;
}

function isKnown(encoding: string | undefined): boolean {
  try {
    return Boolean(encoding && new TextDecoder(encoding));
  } catch {
    return false;
  }
}

/** Text in Windows-1252 is hardly ever well-formed UTF-8. */
function guessed(bytes: Uint8Array): string {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(32));
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
