// Drawings from a file, which nobody vouches for: it is read in a worker, which is ended if it takes too long. Nothing leaves the
// browser.
import { DRAWING_FILE_BYTES_MAX, DRAWING_FILE_MS_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import type { DrawingsRead } from './drawings-geojson.ts';

/** For a file dialog. Some systems know no type for these endings. */
export const DRAWING_FILE_TYPES =
  '.geojson,.json,.kml,.kmz,.gpx,.zip,application/geo+json,application/json,application/vnd.google-earth.kml+xml,application/gpx+xml,application/zip';

/** `canceled` ends it, too. */
export function readDrawingFile(file: File, canceled?: AbortSignal): Promise<DrawingsRead> {
  return new Promise((resolve) => {
    if (file.size > DRAWING_FILE_BYTES_MAX) return resolve({ problem: messages.drawingFileTooLarge });
    const worker = new Worker(new URL('./drawing-file-worker.ts', import.meta.url), { type: 'module' });
    let clock: ReturnType<typeof setTimeout> | undefined;
    const end = (read: DrawingsRead) => {
      clearTimeout(clock);
      worker.terminate();
      resolve(read);
    };
    const endFor = (problem: string) => () => end({ problem });
    worker.onmessage = ({ data }: MessageEvent<'begun' | DrawingsRead>) => {
      if (data === 'begun') clock = setTimeout(endFor(messages.drawingFileSlow), DRAWING_FILE_MS_MAX);
      else end(data);
    };
    worker.onerror = endFor(messages.drawingFileUnreadable);
    canceled?.addEventListener('abort', endFor(messages.drawingFileCanceled));
    worker.postMessage(file);
  });
}
