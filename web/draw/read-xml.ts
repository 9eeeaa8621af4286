// KML and GPX as features.
import { messages } from '../../contract/messages.ts';
import type { FeaturesRead } from './file-features.ts';
import { readGpx } from './read-gpx.ts';
import { readKml } from './read-kml.ts';
import { localName, parsedXml } from './xml-elements.ts';

export function readXml(text: string): FeaturesRead {
  const page = parsedXml(text);
  if (!page) return { problem: messages.drawingFileXmlBroken };
  // No program writes one into KML or GPX, and its entities may grow to gigabytes.
  if (page.hasDocumentType) return { problem: messages.drawingFileDoctype };
  switch (localName(page.root)) {
    case 'kml':
      return readKml(page.root);
    case 'gpx':
      return { features: readGpx(page.root) };
    default:
      return { problem: messages.drawingFileUnknown };
  }
}
