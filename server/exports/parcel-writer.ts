// One way to write parcels to a file. There is one for each format.
import type { ExportedParcel } from '../../store/parcel-queries.ts';
import type { AboutExport } from './about-export.ts';

export type ParcelWriter = {
  mediaType: string;
  /** Of the file's name, without a dot. */
  ending: string;
  /**
   * The bytes of the file, as they are read. However many parcels there are, only some of them are in memory. Throws, and never
   * ends the file as if it were whole, when the signal is aborted or the parcels fail; whatever is on the disk is then removed.
   */
  write(
    parcels: AsyncIterable<readonly ExportedParcel[]>,
    about: AboutExport,
    signal: AbortSignal,
  ): AsyncIterable<Uint8Array>;
};
