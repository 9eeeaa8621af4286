// platbook sources and platbook remove: what is loaded, and taking one of them away.
import { rm } from 'node:fs/promises';
import type { Bounds } from '../geo/geometry.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { printable } from '../runtime/printable-text.ts';
import type { LoadProgress, OlderSource, ParcelSource } from '../store/parcel-store.ts';
import { ask } from './ask.ts';
import { openAuditLog } from './audit-log.ts';
import type { Command } from './command.ts';
import { readRecipe } from './county-source.ts';
import { FAILED } from './exit-codes.ts';
import { isImported, openWithOlder, refuseOutdated } from './older-version.ts';
import { createProgressBar } from './progress-bar.ts';
import { lockWorkFolder, workFolderOf } from './work-folder.ts';

export const sources: Command = {
  run: async ({ config }) => {
    const { store, older } = await openWithOlder(config);
    try {
      const isWaiting = older !== undefined && store.liveSince() === undefined;
      const damaged = store.damaged().map((source) => ({ ...source, isDamaged: true }));
      const loaded = (store.current()?.sources ?? []).map((source) => ({ ...source, isWaiting }));
      const left = (older?.sources ?? []).filter((source) => !isImported(source, older!, store));
      const all = [...loaded, ...damaged, ...left.map((source) => ({ ...source, isOlder: true }))];
      console.log(
        all.length === 0 ? 'No parcels are loaded.' : printable(all.map(sourceInWords).join('\n\n')),
      );
    } finally {
      await store.close();
    }
    return undefined;
  },
};

export const remove: Command = {
  options: { yes: { summary: 'do not ask; without a terminal nothing is asked' } },
  run: async ({ config, args: [name], has }) => {
    const { store } = await openWithOlder(config);
    try {
      const loaded = [...(store.current()?.sources ?? []), ...store.damaged()];
      const source = loaded.find((other) => other.name === name);
      if (!source) {
        refuseOutdated(store.outdated());
        const names = loaded.map((other) => other.name).join(', ') || 'none';
        throw new OperatorError(`There is no source named ${name}; loaded are: ${names}.`);
      }
      const parcels = `${source.count.toLocaleString('en-US')} parcels of ${source.name}`;
      // Scripts of before know no --yes.
      if (process.stdin.isTTY && !has('yes') && !(await ask(`Remove ${parcels}?`))) {
        console.log('Nothing was removed.');
        return FAILED;
      }
      const workFolder = workFolderOf({ dataDir: config.dataDir, name: source.name });
      const unlock = await lockWorkFolder(workFolder, { wait: false });
      const bar = createProgressBar(process.stderr);
      const onProgress = ({ stage }: LoadProgress) => bar.show({ stage, fraction: undefined });
      const left = await store.removeSource(source.name, { onProgress }).finally(() => {
        bar.end();
        unlock();
      });
      openAuditLog(config).event('source-removed', { source: source.name, count: source.count });
      await rm(workFolder, { recursive: true, force: true });
      const rest = left
        ? `${left.count.toLocaleString('en-US')} parcels are left`
        : 'none are left, and the map stays empty until platbook import loads a county';
      console.log(`${parcels} were removed; ${rest}.`);
    } finally {
      await store.close();
    }
    return undefined;
  },
};

function sourceInWords({
  name,
  title,
  kind,
  count,
  unitCount = 0,
  dataDate,
  loadedAt,
  bounds,
  attribution,
  recipe,
  isDamaged = false,
  isOlder = false,
  isWaiting = false,
}: Omit<OlderSource, 'hasBarePins'> &
  Partial<ParcelSource> & { isDamaged?: boolean; isOlder?: boolean; isWaiting?: boolean }) {
  const { source: from, join } = readRecipe(recipe) ?? {};
  return [
    `${name}: ${title}`,
    `  parcels   ${count.toLocaleString('en-US')}${unitCount ? `, with ${unitCount.toLocaleString('en-US')} units` : ''}`,
    `  imported  ${loadedAt.slice(0, 16).replace('T', ' ')} UTC${dataDate ? `, data of ${dataDate}` : ''}`,
    ...(bounds ? [`  bounds    ${boundsInWords(bounds)}`] : []),
    ...(from ? [`  from      ${from}`] : []),
    ...(join ? [`  joined    ${join}`] : []),
    ...(attribution ? [`  credit    ${attribution}`] : []),
    ...(isDamaged ? [`  damaged   not served; platbook refresh ${name} imports it again`] : []),
    ...(isWaiting ? ['  waiting   not served before platbook upgrade'] : []),
    ...(isOlder ? ['  older     not served: of an older Platbook; platbook upgrade imports it again'] : []),
    ...(kind === 'demo' ? ['  fictional; the first import takes its place'] : []),
  ].join('\n');
}

export function boundsInWords({ west, south, east, north }: Bounds): string {
  const degrees = (value: number) => value.toFixed(4);
  return `${degrees(west)}, ${degrees(south)} to ${degrees(east)}, ${degrees(north)}`;
}
