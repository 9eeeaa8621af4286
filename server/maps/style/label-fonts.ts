// The faces that labels are drawn with, by the names that Protomaps' layers use, and the files they come from.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FontFacesSpecification } from '@maplibre/maplibre-gl-style-spec';

export const LABEL_FONTS = {
  regular: 'Noto Sans Regular',
  medium: 'Noto Sans Medium',
  italic: 'Noto Sans Italic',
} as const;

/** How the package names the faces in its files. */
const faces = {
  [LABEL_FONTS.regular]: '400-normal',
  [LABEL_FONTS.medium]: '500-normal',
  [LABEL_FONTS.italic]: '400-italic',
};

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve('@fontsource/noto-sans/package.json'));
const { version }: { version: string } = require('@fontsource/noto-sans/package.json');
/** Each face comes in a file a script: a browser asks only for those whose letters are on the map. */
const rangeOfScript: Record<string, string> = require('@fontsource/noto-sans/unicode.json');

export const fontsVersion = version;

const fileName = (script: string, face: string) => `noto-sans-${script}-${face}.woff2`;

/** Where each file lies, by its name. */
export const fontFiles: ReadonlyMap<string, string> = new Map(
  Object.keys(rangeOfScript).flatMap((script) =>
    Object.values(faces).map((face) => {
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
