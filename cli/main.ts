// The command line: platbook start | demo.

import { parseArgs } from 'node:util';
import { OperatorError } from '../runtime/operator-error.ts';
import { readConfig } from '../server/config.ts';
import { demo } from './demo.ts';
import { start } from './start.ts';

const usage = `Usage: platbook [command]

  start    serve the atlas (the default); makes the demo county where no parcels are loaded yet
  demo     make the demo county again, in place of the parcels that are loaded
  --help   show this

Settings come from the environment: HOST, PORT, PUBLIC_URL, TRUST_PROXY, DATA_DIR, DATABASE_URL,
PARCEL_ACCESS (signed-in or public), METRICS_ACCESS (local or public), SMTP_URL, MAIL_FROM,
MAPS_PROVIDER (embedded or mapbox), MAPBOX_ACCESS_TOKEN, BASEMAP_PMTILES,
STYTCH_PUBLIC_TOKEN, STYTCH_PROJECT_ID and STYTCH_SECRET, and for each OpenID Connect provider
OIDC_<NAME>_ISSUER, OIDC_<NAME>_CLIENT_ID and OIDC_<NAME>_CLIENT_SECRET.`;

const commands = new Map(Object.entries({ start, demo }));

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h', default: false } },
    });
  } catch (error) {
    // Node adds advice on how to write such an argument anyway, which would only mislead here.
    const [sentence] = (error as Error).message.split('. ');
    throw new OperatorError(`${sentence}. See platbook --help.`);
  }
}

async function run(): Promise<void> {
  const { values, positionals } = readArguments();
  if (values.help) {
    console.log(usage);
    return;
  }
  const [name = 'start', ...rest] = positionals;
  if (rest.length > 0) throw new OperatorError(`Too many arguments: ${rest.join(' ')}. See platbook --help.`);
  const command = commands.get(name);
  if (!command) throw new OperatorError(`Unknown command: ${name}. See platbook --help.`);
  const config = readConfig(process.env);
  await command(config);
}

try {
  await run();
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(`platbook: ${error.message}`);
  process.exitCode = 1;
}
