// Reading XML without a DOM, which workers do not have. Elements go by their names without a prefix: some programs write `gx:`
// without declaring it, others put one before every name.
import { parseXml, type XmlElement, type XmlNode } from '@rgrove/parse-xml';

export type { XmlElement };

export type ParsedXml = { root: XmlElement; hasDocumentType: boolean };

/** Undefined where it is not well-formed. */
export function parsedXml(text: string): ParsedXml | undefined {
  try {
    const page = parseXml(text.trimStart(), {
      preserveDocumentType: true,
      // Those of a document type, which is refused as a whole.
      resolveUndefinedEntity: () => '',
    });
    const hasDocumentType = page.children.some(({ type }) => type === 'doctype');
    return page.root ? { root: page.root, hasDocumentType } : undefined;
  } catch {
    return;
  }
}

export const localName = ({ name }: XmlElement) => name.slice(name.indexOf(':') + 1);

const isElement = (node: XmlNode): node is XmlElement => node.type === 'element';

export function childrenOf(element: XmlElement, ...names: string[]): XmlElement[] {
  const children = element.children.filter(isElement);
  return names.length === 0 ? children : children.filter((child) => names.includes(localName(child)));
}

/** Of the first child of that name. Undefined where it is missing or blank. */
export const childText = (element: XmlElement, name: string): string | undefined =>
  childrenOf(element, name)[0]?.text.trim() || undefined;

/** At any depth, in the order of the document. Without names: all. */
export function elementsIn(element: XmlElement, ...names: string[]): XmlElement[] {
  const found: XmlElement[] = [];
  const open = [element];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next !== element && (names.length === 0 || names.includes(localName(next)))) found.push(next);
    open.push(...childrenOf(next).reverse());
  }
  return found;
}

/** NaN where it is none. */
export const numberIn = (text = ''): number => (text.trim() === '' ? Number.NaN : Number(text));
