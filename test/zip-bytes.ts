// Writes a zip in memory, also one that lies about itself.
import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  name: string;
  bytes: Buffer;
  encrypted?: boolean /** What the zip claims. */;
  size?: number;
  /** Without it the zip says that it does not know. */
  modified?: Date;
};

/** A zip with deflated entries, as programs write it. */
export function zipBytes(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let position = 0;
  for (const { name, bytes, encrypted, size, modified } of entries) {
    const isFolder = name.endsWith('/');
    const packed = isFolder ? Buffer.alloc(0) : deflateRawSync(bytes);
    // Version, flags, method, time and date, CRC, both sizes, length of the name, of the extra field.
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800 | (encrypted ? 1 : 0), 2);
    fields.writeUInt16LE(isFolder ? 0 : 8, 4);
    if (modified) {
      const [year, month] = [modified.getUTCFullYear() - 1980, modified.getUTCMonth() + 1];
      fields.writeUInt16LE((modified.getUTCHours() << 11) | (modified.getUTCMinutes() << 5), 6);
      fields.writeUInt16LE((year << 9) | (month << 5) | modified.getUTCDate(), 8);
    }
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(position, 10);
    const madeBy = Buffer.from([20, 0]);
    centrals.push(
      Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), madeBy, fields, place, Buffer.from(name)]),
    );
    locals.push(local);
    position += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(position, 16);
  return Buffer.concat([...locals, directory, end]);
}
