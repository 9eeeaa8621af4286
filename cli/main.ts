// The command line: platbook COMMAND. A new command is one line in the table below.
import { parseArgs } from 'node:util';
import { OperatorError } from '../runtime/operator-error.ts';
import { type Config, readConfig } from '../server/config.ts';
import { demo } from './demo.ts';
import { start } from './start.ts';

type Command = {
  summary: string;
  /** The names of its arguments, as --help shows them. */
  parameters?: readonly string[];
  run(config: Config, args: readonly string[]): Promise<void>;
};

const commands = new Map<string, Command>([
  [
    'start',
    { run: start, summary: 'serve the atlas (the default); makes the demo county if no parcels are loaded' },
  ],
  ['demo', { run: demo, summary: 'make the demo county again, in place of the loaded parcels' }],
]);

function usage(): string {
  const entries = [
    ...[...commands].map(([name, { summary, parameters = [] }]) => ({
      call: [name, ...parameters].join(' '),
      summary,
    })),
    { call: '--help', summary: 'show this' },
  ];
  const width = Math.max(...entries.map(({ call }) => call.length)) + 2;
  const lines = entries.map(({ call, summary }) => `  ${call.padEnd(width)} ${summary}`);
  return `Usage: platbook [command]

${lines.join('\n')}

Settings come from the environment: HOST, PORT, PUBLIC_URL, TRUST_PROXY, DATA_DIR, DATABASE_URL,
PARCEL_ACCESS (signed-in or public), METRICS_ACCESS (local or public), SMTP_URL, MAIL_FROM,
MAPS_PROVIDER (embedded or mapbox), MAPBOX_ACCESS_TOKEN, BASEMAP_PMTILES,
STYTCH_PUBLIC_TOKEN, STYTCH_PROJECT_ID and STYTCH_SECRET, and for each OpenID Connect provider
OIDC_<NAME>_ISSUER, OIDC_<NAME>_CLIENT_ID and OIDC_<NAME>_CLIENT_SECRET.`;
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h', default: false } },
    });
  } catch (error) {
    // Only the first sentence: Node's advice in the next one (how to pass it as a positional) would mislead here.
    const [sentence] = (error as Error).message.split('. ');
    throw new OperatorError(`${sentence}. See platbook --help.`);
  }
}

async function run(): Promise<void> {
  const { values, positionals } = readArguments();
  if (values.help) {
    console.log(usage());
    return;
  }
  const [name = 'start', ...args] = positionals;
  const command = commands.get(name);
  if (!command) throw new OperatorError(`Unknown command: ${name}. See platbook --help.`);
  const surplus = args.slice(command.parameters?.length ?? 0);
  if (surplus.length > 0) {
    throw new OperatorError(`Too many arguments: ${surplus.join(' ')}. See platbook --help.`);
  }
  const config = readConfig(process.env);
  await command.run(config, args);
}

try {
  await run();
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(`platbook: ${error.message}`);
  process.exitCode = 1;
}
