// The font files that labels on the map are drawn with: served from here, never from a glyph server.

import latin from '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2?url';
import latinExt from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff2?url';
import unicodeRange from '@fontsource/noto-sans/unicode.json';
import type { FontFacesSpecification } from 'maplibre-gl';

export const LABEL_FONT = 'Noto Sans';

export const labelFontFaces: FontFacesSpecification = {
  [LABEL_FONT]: [
    { url: latin, 'unicode-range': unicodeRange.latin.split(',') },
    { url: latinExt, 'unicode-range': unicodeRange['latin-ext'].split(',') },
  ],
};
