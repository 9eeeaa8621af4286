// An archive in a file, as the PMTiles library asks for its bytes.
import { open } from 'node:fs/promises';
import type { Source } from 'pmtiles';

export function fileSource(path: string): Source {
  return {
    getKey: () => path,
    getBytes: async (offset, length) => {
      const file = await open(path);
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
        return { data: new Uint8Array(buffer.subarray(0, bytesRead)).buffer };
      } finally {
        await file.close();
      }
    },
  };
}
