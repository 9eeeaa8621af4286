// The command line: platbook COMMAND. A new command is one line in the table below.
import { OperatorError } from '../runtime/operator-error.ts';
import { readConfig } from '../server/config.ts';
import { alignedRows, type Command, commandHelp, parseCall } from './command.ts';
import { demo } from './demo.ts';
import { find } from './find.ts';
import { importCommand } from './import.ts';
import { refresh } from './refresh.ts';
import { remove, sources } from './sources.ts';
import { start } from './start.ts';

const commands = new Map<string, Command>([
  ['start', start],
  ['import', importCommand],
  ['find', find],
  ['refresh', refresh],
  ['sources', sources],
  ['remove', remove],
  ['demo', demo],
]);

function usage(): string {
  const rows = [
    ...[...commands].map(([name, { summary, parameters = [] }]) => ({
      call: [name, ...parameters].join(' '),
      summary,
    })),
    { call: '--help', summary: 'show this; platbook COMMAND --help shows the options of a command' },
  ];
  return `Usage: platbook [command]

${alignedRows(rows).join('\n')}

Settings come from the environment: HOST, PORT, PUBLIC_URL, TRUST_PROXY, DATA_DIR, DATABASE_URL,
PARCEL_ACCESS (signed-in or public), METRICS_ACCESS (local or public), SMTP_URL, MAIL_FROM,
MAPS_PROVIDER (embedded or mapbox), MAPBOX_ACCESS_TOKEN, BASEMAP_PMTILES, OPENADDRESSES, ARCGIS_TOKEN,
STYTCH_PUBLIC_TOKEN, STYTCH_PROJECT_ID and STYTCH_SECRET, and for each OpenID Connect provider
OIDC_<NAME>_ISSUER, OIDC_<NAME>_CLIENT_ID and OIDC_<NAME>_CLIENT_SECRET.`;
}

async function run(words: readonly string[]): Promise<number | undefined> {
  if (words[0] === '--help' || words[0] === '-h') {
    console.log(usage());
    return undefined;
  }
  // Options before a command belong to start, which is the default.
  const isNamed = words[0] !== undefined && !words[0].startsWith('-');
  const name = isNamed ? words[0]! : 'start';
  const command = commands.get(name);
  if (!command) throw new OperatorError(`Unknown command: ${name}. See platbook --help.`);
  const call = parseCall(name, command, isNamed ? words.slice(1) : words);
  if (call === 'help') {
    console.log(commandHelp(name, command));
    return undefined;
  }
  return command.run({ ...call, config: readConfig(process.env) });
}

try {
  const code = await run(process.argv.slice(2));
  if (code !== undefined) process.exitCode = code;
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(`platbook: ${error.message}`);
  process.exitCode = 1;
}
