// The mapping file: what a run writes out, a person may edit, and the next run reads.
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { ParcelField } from '../../contract/parcel-columns.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { checkedExpression, type FieldMapping, fieldWords, targetField } from './mapping.ts';

export type MappingFile = { mapping: FieldMapping } & Omit<z.infer<typeof fileSchema>, 'mapping'>;

const fileSchema = z.strictObject({
  mapping: z.record(z.string(), z.string().nullable()),
  dates: z.enum(['mdy', 'dmy']).optional(),
  leaveOut: z.array(z.string()).optional(),
  keep: z.array(z.string()).optional(),
  rename: z.record(z.string(), z.string()).optional(),
});

export async function readMappingFile(path: string): Promise<MappingFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : error.message;
    throw new OperatorError(`The mapping file ${path} cannot be read: ${reason}.`);
  });
  const { mapping, ...rest } = parseFile(path, text);
  const checked: FieldMapping = {};
  for (const [word, expression] of Object.entries(mapping)) {
    try {
      const field = targetField(word);
      if (checked[field] !== undefined) throw new OperatorError(`${fieldWords[field]} is there twice.`);
      checked[field] = checkedExpression(expression ?? '');
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      throw new OperatorError(`The mapping file ${path}, "${word}": ${error.message}`);
    }
  }
  return { mapping: checked, ...rest };
}

export async function writeMappingFile({
  path,
  mapping,
  ...rest
}: MappingFile & { path: string }): Promise<void> {
  // By the names that the terminal shows.
  const shown = Object.fromEntries(
    Object.entries(mapping).map(([field, expression]) => [fieldWords[field as ParcelField], expression]),
  );
  await writeFile(path, `${JSON.stringify({ mapping: shown, ...rest }, null, 2)}\n`).catch((error: Error) => {
    throw new OperatorError(`The mapping file ${path} cannot be written: ${error.message}.`);
  });
}

function parseFile(path: string, text: string): z.infer<typeof fileSchema> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new OperatorError(`The mapping file ${path} is not valid JSON: ${(error as Error).message}.`);
  }
  const result = fileSchema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.length ? `"${issue.path.join('.')}"` : 'the whole';
  throw new OperatorError(
    `The mapping file ${path} has an error in ${place} (${issue?.message}): it should look like {"mapping": {"pin": "PARCEL_ID"}, "dates": "mdy"}.`,
  );
}
