// What to do about parcels without owners: most counties keep those in a table of their own, often in the same archive.
import { isOwnerField, isPinField } from './choose-layer.ts';
import { isSystemField } from './fields/county-extras.ts';
import { lastPart, nameKey } from './fields/field-names.ts';
import type { Layer } from './layer.ts';

type Proposal = { table: Layer; on: string };

/** `source` as the operator wrote it. `isJoined`: a table was joined already. */
export function adviseOwner(o: {
  layer: Layer;
  others: readonly Layer[];
  source: string;
  isJoined: boolean;
}): string {
  const problem = `NO OWNERS: no field of ${o.layer.name} looks like an owner, so nobody will see whose land it is.`;
  const byHand = 'name the field with --map owner=FIELD';
  if (o.isJoined) return `${problem} If the table has them, ${byHand}.`;
  const proposals = o.others.flatMap((table) => proposeJoin(o.layer, table) ?? []);
  const [first, another] = proposals;
  if (!first) {
    return `${problem} If it has them, ${byHand}; if a second file has them, add it with --join FILE --on KEY, the field that both have.`;
  }
  if (!another) {
    return `${problem} The table ${first.table.name} in the same source has them: add --join ${o.source} --on ${first.on}.`;
  }
  const choices = proposals.map(
    ({ table, on }) => `  --join ${o.source} --join-layer ${table.name} --on ${on}`,
  );
  return [`${problem} Tables in the same source may have them. Add one of:`, ...choices].join('\n');
}

/** By names alone: what the values say, the run tells after the join. */
function proposeJoin(layer: Layer, table: Layer): Proposal | undefined {
  if (table === layer || !table.fields.some(({ name }) => isOwnerField(name))) return undefined;
  const keyOf = (name: string) => nameKey(lastPart(name));
  const ofTable = new Set(table.fields.map(({ name }) => keyOf(name)));
  const common = layer.fields.filter(({ name }) => !isSystemField(name) && ofTable.has(keyOf(name)));
  const key = common.find(({ name }) => isPinField(name));
  return key && { table, on: lastPart(key.name) };
}
