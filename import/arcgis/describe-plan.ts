// What a download would ask for, in words: the lines of a dry run.
import type { Layer } from '../layer.ts';
import type { LayerDescription } from './layer-description.ts';
import type { LayerDownload } from './layer-download.ts';
import type { PageFolder } from './page-folder.ts';
import { addressOf, type ServerClient } from './server-client.ts';

const number = (value: number) => value.toLocaleString('en-US');
const LONGEST_ADDRESS_SHOWN = 300;

export async function describePlan(o: {
  layer: Layer;
  address: string;
  count: number | undefined;
  folder: PageFolder;
  download: LayerDownload;
  description: LayerDescription;
  client: ServerClient;
}): Promise<string[]> {
  const { layer, folder, download, description } = o;
  const shapes = layer.geometry === 'none' ? 'a table' : (description.geometryType ?? 'shapes');
  const rows = o.count === undefined ? 'rows not counted by the server' : `${number(o.count)} rows`;
  const lines = [`${layer.name}: ${rows}, ${shapes.replace('esriGeometry', '').toLowerCase()}, ${o.address}`];
  for (const [strategy, why] of Object.entries(folder.state.failedStrategies)) {
    lines.push(`  not by ${strategy}: the server ${why}`);
  }
  const strategy = folder.state.complete ? undefined : await download.currentStrategy();
  if (download.have > 0) lines.push(`  already here: ${number(download.have)} rows`);
  if (folder.state.complete) {
    lines.push('  nothing more to be asked for');
  } else if (strategy) {
    const size = download.size.current;
    const requests = strategy.requestsLeft(size);
    const many =
      requests === undefined
        ? 'as many requests as it takes'
        : `${number(requests)} ${requests === 1 ? 'request' : 'requests'}`;
    lines.push(`  by ${strategy.words}: ${many} of up to ${number(size)} rows, 2 to 4 at a time`);
    const first = strategy.take(size);
    if (first) {
      const request = download.requestFor(first);
      const address = addressOf(request);
      const shown =
        address.length > LONGEST_ADDRESS_SHOWN ? `${address.slice(0, LONGEST_ADDRESS_SHOWN)}…` : address;
      lines.push(`  first: ${o.client.isSentByPost(request) ? 'POST' : 'GET'} ${shown}`);
    }
  } else {
    lines.push('  the server offers no strategy to read this layer');
  }
  lines.push(`  fields: ${layer.fields.map(({ name }) => name).join(', ') || 'none'}`);
  return lines;
}
