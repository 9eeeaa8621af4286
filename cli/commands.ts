// The commands of the command line. A new command is one entry in the table below.

import { OperatorError } from '../runtime/operator-error.ts';
import { VERSION } from '../runtime/version.ts';
import type { Config } from '../server/config.ts';
import { alignedRows, type CommandEntry, commandHelp, parseCall } from './command.ts';
import { explainFailure } from './explain-failure.ts';
import type { runGuarded } from './run-guarded.ts';

const commands = new Map<string, CommandEntry>(
  Object.entries({
    start: {
      summary: 'serve the atlas (the default); makes the demo county if no parcels were ever loaded',
      load: async () => (await import('./start.ts')).start,
    },
    prepare: {
      summary: 'make what start would make first (the demo county, maps, places), and end',
      load: async () => (await import('./prepare.ts')).prepare,
    },
    import: {
      summary:
        'load the parcels of a county: a file, an address, an ArcGIS layer, or a name such as us/nc/wake',
      parameters: ['SOURCE'],
      readsFiles: true,
      load: async () => (await import('./import.ts')).importCommand,
    },
    find: {
      summary: 'list counties that publish their parcels: platbook find wake',
      parameters: ['WORD', '[WORDS…]'],
      load: async () => (await import('./find.ts')).find,
    },
    refresh: {
      summary: 'import a source again as before, or all of them',
      parameters: ['[NAME…]'],
      readsFiles: true,
      load: async () => (await import('./refresh.ts')).refresh,
    },
    sources: {
      summary: 'list what is loaded: counts, dates and bounds',
      load: async () => (await import('./sources.ts')).sources,
    },
    remove: {
      summary: 'take a source away, with its parcels',
      parameters: ['NAME'],
      load: async () => (await import('./sources.ts')).remove,
    },
    layers: {
      summary:
        'what lies under and over parcels: list it, or add, refresh, remove or find it: platbook layers add osm',
      parameters: ['[ACTION]', '[ARGUMENTS…]'],
      readsFiles: true,
      load: async () => (await import('./layers.ts')).layers,
    },
    users: {
      summary: 'list people; ban, unban, sign-out, export or delete one: platbook users ban eve@example.org',
      parameters: ['ACTION', '[WHO]'],
      load: async () => (await import('./users.ts')).users,
    },
    mail: {
      summary: 'send one mail through SMTP_URL, as a test: platbook mail --to you@example.org',
      load: async () => (await import('./mail.ts')).mail,
    },
    backup: {
      summary: 'copy all accounts into one verified file, also while the server runs',
      load: async () => (await import('./backup.ts')).backup,
    },
    restore: {
      summary: 'put the accounts of a backup in place of the present ones, which are kept',
      parameters: ['FILE'],
      readsFiles: true,
      load: async () => (await import('./restore.ts')).restore,
    },
    audit: {
      summary: 'check the log of what operators did: platbook audit verify',
      parameters: ['ACTION'],
      load: async () => (await import('./audit.ts')).audit,
    },
    upgrade: {
      summary:
        'bring what an older version has left into the form of this one, beside it; --check only tells',
      load: async () => (await import('./upgrade.ts')).upgrade,
    },
    demo: {
      summary: 'make the demo county again; refused while real counties are loaded',
      load: async () => (await import('./demo.ts')).demo,
    },
  } satisfies Record<string, CommandEntry>),
);

function usage(): string {
  const rows = [
    ...[...commands].map(([name, { summary, parameters = [] }]) => ({
      call: [name, ...parameters].join(' '),
      summary,
    })),
    { call: '--version', summary: 'show which version this is' },
    { call: '--help', summary: 'show this; platbook COMMAND --help shows the options of a command' },
  ];
  return `Usage: platbook [command]

${alignedRows(rows).join('\n')}

Settings come from the environment: HOST, PORT, HEALTH_PORT, PROCESSES, PUBLIC_URL, TRUST_PROXY, DATA_DIR, DATABASE_URL,
PARCEL_ACCESS (signed-in or public), METRICS_ACCESS (token or public), METRICS_TOKEN, SMTP_URL, MAIL_FROM,
MAIL_SIGN_IN (on or off), SESSION_DAYS, SIGN_IN_ALLOW, MAPS_PROVIDER (embedded or mapbox), MAPBOX_ACCESS_TOKEN, BASEMAP_PMTILES, OPENADDRESSES,
IMPORT_MEMORY, ARCGIS_TOKEN, ARCGIS_TOKEN_HOST, STYTCH_PUBLIC_TOKEN, STYTCH_PROJECT_ID and STYTCH_SECRET, and for signing in with GOOGLE,
MICROSOFT or APPLE OIDC_<NAME>_ISSUER, OIDC_<NAME>_CLIENT_ID and OIDC_<NAME>_CLIENT_SECRET.`;
}

type Options = { runGuarded?: typeof runGuarded | undefined };

/** Says what the operator must know, and answers the exit code. A bug is thrown. Without `runGuarded` all runs in this process. */
export async function runCommand(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  options: Options = {},
): Promise<number> {
  try {
    return (await run(words, env, options)) ?? 0;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    tell(error);
    return error.exitCode;
  }
}

async function run(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  { runGuarded }: Options,
): Promise<number | undefined> {
  if (['--help', '-h', 'help'].includes(words[0] ?? '')) {
    console.log(usage());
    return undefined;
  }
  if (['--version', '-v'].includes(words[0] ?? '')) {
    console.log(VERSION);
    return undefined;
  }
  // Options before a command belong to start, which is the default.
  const isNamed = words[0] !== undefined && !words[0].startsWith('-');
  const name = isNamed ? words[0]! : 'start';
  const entry = commands.get(name);
  if (!entry) {
    const names = [...commands.keys()].join(', ');
    throw new OperatorError(`Unknown command: ${name}. The commands are ${names}; see platbook --help.`);
  }
  const command = { ...entry, ...(await entry.load()) };
  const call = parseCall(name, command, isNamed ? words.slice(1) : words);
  if (call === 'help') {
    console.log(commandHelp(name, command));
    return undefined;
  }
  const { readConfig } = await import('../server/config.ts');
  config = readConfig(env);
  if (entry.readsFiles && runGuarded) return runGuarded(words, call.args, config);
  return command.run({ ...call, config, runGuarded });
}

let config: Config | undefined;

export function tell(error: unknown): void {
  const failure = config ? explainFailure(error, config) : error;
  if (failure instanceof OperatorError) console.error(`platbook: ${failure.message}`);
  else console.error(failure);
}
