// A zip as features: a KMZ, and whatever KML, GPX and Shapefiles are in it.
import { unzipSync } from 'fflate';
import { DRAWING_UNZIPPED_BYTES_MAX, DRAWING_ZIP_FILES_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { decoded, type FeaturesRead, type FileFeature } from './file-features.ts';
import { readShapefile } from './read-shapefile.ts';
import { readXml } from './read-xml.ts';

type Files = ReadonlyMap<string, Uint8Array>;

export function readZip(bytes: Uint8Array): FeaturesRead {
  const files = unpacked(bytes);
  if ('problem' in files) return files;
  const names = [...files.keys()].filter((name) => /\.(kml|gpx|shp)$/.test(name));
  if (names.length === 0) return { problem: messages.drawingZipUnknown };
  if (names.length === 1) return readOne(files, names[0]!);
  // One that is refused costs no other.
  return {
    features: names.flatMap((name): FileFeature[] => {
      const label = name.slice(name.lastIndexOf('/') + 1);
      const read = readOne(files, name);
      if ('problem' in read) return [{ label, problem: read.problem }];
      return read.features.map((feature) => ({ ...feature, label: `${label}, ${feature.label}` }));
    }),
  };
}

/** Those that are read, by their names in lower case. */
function unpacked(bytes: Uint8Array): Files | { problem: string } {
  let total = 0;
  let count = 0;
  const isWanted = (name: string) =>
    /\.(kml|gpx|shp|dbf|prj|cpg)$/i.test(name) && !/(^|\/)(__macosx\/|\._)/i.test(name);
  // The sizes are what the zip says; it is never unpacked into more than that.
  const contents = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!isWanted(name)) return false;
      total += originalSize;
      count++;
      return total <= DRAWING_UNZIPPED_BYTES_MAX && count <= DRAWING_ZIP_FILES_MAX;
    },
  });
  if (count > DRAWING_ZIP_FILES_MAX) return { problem: messages.drawingZipTooMany };
  if (total > DRAWING_UNZIPPED_BYTES_MAX) return { problem: messages.drawingZipTooLarge };
  return new Map(Object.entries(contents).map(([name, content]) => [name.toLowerCase(), content]));
}

function readOne(files: Files, name: string): FeaturesRead {
  const content = files.get(name)!;
  if (name.endsWith('.shp')) {
    const beside = (ending: string) => files.get(name.replace(/shp$/, ending));
    return readShapefile({ shp: content, dbf: beside('dbf'), prj: beside('prj'), cpg: beside('cpg') });
  }
  const text = decoded(content);
  return text === undefined ? { problem: messages.drawingFileEncoding } : readXml(text);
}
