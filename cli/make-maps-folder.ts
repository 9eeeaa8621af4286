// Before a long preparation, so that a folder that cannot be written to is not found out at its end.

import { access, constants, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OperatorError } from '../runtime/operator-error.ts';

export async function makeMapsFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new OperatorError(
      `The data folder ${dirname(folder)} cannot be used: ${(error as Error).message}.`,
    );
  }
}
