// Label text: the expression for names, and the fonts, by the names that Protomaps' layers use.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ExpressionSpecification, FontFacesSpecification } from '@maplibre/maplibre-gl-style-spec';

/** The English name if the map has one, else the local name. */
export const LABEL_NAME: ExpressionSpecification = ['coalesce', ['get', 'name:en'], ['get', 'name']];

export const LABEL_FONTS = {
  regular: 'Noto Sans Regular',
  medium: 'Noto Sans Medium',
  italic: 'Noto Sans Italic',
} as const;

/** The package's names for the faces. */
const faces = {
  [LABEL_FONTS.regular]: '400-normal',
  [LABEL_FONTS.medium]: '500-normal',
  [LABEL_FONTS.italic]: '400-italic',
};

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve('@fontsource/noto-sans/package.json'));
const { version }: { version: string } = require('@fontsource/noto-sans/package.json');
/** Each face has one file per script: a browser loads only those whose characters are on the map. */
const rangeOfScript: Record<string, string> = require('@fontsource/noto-sans/unicode.json');

export const fontsVersion = version;

const fileName = (script: string, face: string) => `noto-sans-${script}-${face}.woff2`;

/** Not for labels: the headings of the inbox's pages. */
const headingFace = '600-normal';

/** Paths by file name. */
export const fontFiles: ReadonlyMap<string, string> = new Map(
  Object.keys(rangeOfScript).flatMap((script) =>
    [...Object.values(faces), headingFace].map((face) => {
      const name = fileName(script, face);
      return [name, join(folder, 'files', name)] as const;
    }),
  ),
);

export function fontFacesAt(folderUrl: string): FontFacesSpecification {
  return Object.fromEntries(
    Object.entries(faces).map(([name, face]) => [
      name,
      Object.entries(rangeOfScript).map(([script, range]) => ({
        url: `${folderUrl}/${fileName(script, face)}?v=${version}`,
        'unicode-range': range.split(','),
      })),
    ]),
  );
}
