// Reads where the texts of a PDF of PDFKit lie, and how wide they are by the widths that the file states.
import { inflateSync } from 'node:zlib';

export type PdfTextBox = {
  /** From 0. */
  page: number;
  text: string;
  /** In points from the left and from the top of the page; y is the baseline. */
  x: number;
  y: number;
  width: number;
  size: number;
};

type Font = { widths: Map<number, number>; letters: Map<number, string> };

export function pdfTexts(pdf: Buffer): PdfTextBox[] {
  const objects = new Map<string, string>();
  for (const [, id, body] of pdf.toString('latin1').matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm))
    objects.set(id!, unpacked(body!));
  const refs = (text: string) => [...text.matchAll(/(\d+) 0 R/g)].map(([, id]) => objects.get(id!)!);
  const entry = (object: string, key: string) =>
    new RegExp(`/${key} (\\d+ 0 R|\\[[^\\]]*\\]|<<[\\s\\S]*?>>)`).exec(object)![1]!;
  const fonts = new Map<string, Font>();
  const fontOf = (id: string): Font => {
    const known = fonts.get(id) ?? readFont(objects.get(id)!);
    fonts.set(id, known);
    return known;
  };

  function readFont(font: string): Font {
    const [descendant] = refs(entry(font, 'DescendantFonts'));
    const widths = new Map<number, number>();
    const [list] = /\/W \[0 \[([^\]]*)\]\]/.exec(descendant!)?.slice(1) ?? [''];
    for (const [cid, width] of list!.trim().split(/\s+/).map(Number).entries()) widths.set(cid, width);
    const letters = new Map<number, string>();
    const [unicode] = refs(entry(font, 'ToUnicode'));
    for (const [, from, codes] of unicode!.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
      for (const [at, code] of codes!.trim().split(/\s+/).entries()) {
        letters.set(
          Number.parseInt(from!, 16) + at,
          Buffer.from(code.slice(1, -1), 'hex').swap16().toString('utf16le'),
        );
      }
    }
    return { widths, letters };
  }

  const root = [...objects.values()].find((object) => /\/Type \/Pages\b/.test(object))!;
  return refs(entry(root, 'Kids')).flatMap((page, number) => {
    const resources = refs(entry(page, 'Resources'))[0]!;
    const height = Number(/\/MediaBox \[\S+ \S+ \S+ ([\d.]+)\]/.exec(page)![1]);
    const fontIds = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name!, id!]),
    );
    const content = refs(entry(page, 'Contents'))[0]!;
    return [...content.matchAll(/BT\n([\s\S]*?)ET/g)].map(([, block]): PdfTextBox => {
      const [, x, y] = /1 0 0 1 (\S+) (\S+) Tm/.exec(block!)!.map(Number) as [number, number, number];
      const [, name, size] = /\/(F\d+) (\S+) Tf/.exec(block!)!;
      const font = fontOf(fontIds.get(name!)!);
      const codes = [...block!.matchAll(/<([0-9a-f]*)>/gi)].flatMap(([, hex]) =>
        (hex!.match(/.{4}/g) ?? []).map((code) => Number.parseInt(code, 16)),
      );
      // A number between two texts moves the second one to the left, by thousandths of the size.
      const moved = [...block!.matchAll(/> (-?[\d.]+)(?= )/g)].reduce((sum, [, by]) => sum - Number(by), 0);
      const width = codes.reduce((sum, code) => sum + (font.widths.get(code) ?? Number.NaN), 0);
      return {
        page: number,
        text: codes.map((code) => font.letters.get(code) ?? '\ufffd').join(''),
        x,
        y: height - y,
        width: ((width + moved) / 1000) * Number(size),
        size: Number(size),
      };
    });
  });
}

/** An object whose stream may be compressed. */
function unpacked(object: string): string {
  const [, head, stream] =
    /^(<<[\s\S]*?\/FlateDecode[\s\S]*?>>\nstream\n)([\s\S]*)\nendstream$/.exec(object) ?? [];
  if (stream === undefined) return object;
  return head! + inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
}
