// platbook find: counties of the OpenAddresses directory by their names.
import { join } from 'node:path';
import { findDefinitions } from '../import/openaddresses/definitions.ts';
import { printable } from '../runtime/printable-text.ts';
import { alignedRows, type Command } from './command.ts';
import { FAILED } from './exit-codes.ts';

export const find: Command = {
  run: async ({ config, args }) => {
    const words = args.join(' ');
    const found = await findDefinitions({
      words,
      from: config.openAddresses,
      workFolder: join(config.dataDir, 'imports'),
    });
    if (found.length === 0) {
      console.log(
        `No county with open parcels matches "${words}". An address or a file can be imported as well.`,
      );
      return FAILED;
    }
    const rows = found.map(({ id, name, format }) => ({
      call: id,
      summary: `${name}${format ? ` (${format})` : ''}`,
    }));
    console.log(
      printable([...alignedRows(rows), '', `Import one: platbook import ${found[0]!.id}`].join('\n')),
    );
    return undefined;
  },
};
