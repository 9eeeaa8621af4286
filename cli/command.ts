// A command of the command line: how it is called, and its help.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { OperatorError } from '../runtime/operator-error.ts';
import type { Config } from '../server/config.ts';
import type { runGuarded } from './run-guarded.ts';

type Option = {
  /** The name of its value, as the help shows it; undefined for an option that is given or not. */
  value?: string;
  summary: string;
};

export type Call = {
  config: Config;
  /** Runs a command that reads files in a child process with a guard. Undefined where this process is one, or a test. */
  runGuarded?: typeof runGuarded | undefined;
  args: readonly string[];
  /** The value of an option; undefined where it is not given. */
  valueOf(option: string): string | undefined;
  has(option: string): boolean;
};

export type Command = {
  options?: Readonly<Record<string, Option>>;
  /** Longer help: examples, exit codes. */
  notes?: string;
  /** Returns the exit code, if it is not 0. */
  run(call: Call): Promise<number | undefined>;
};

/** What the list of all commands says. The code of a command is loaded only when it is called: together it takes seconds. */
export type CommandEntry = {
  summary: string;
  /** Arguments that must be given, then those in brackets that may be. */
  parameters?: readonly string[];
  /** Files that nobody vouches for: it then runs in a child process with a guard. */
  readsFiles?: true;
  load(): Promise<Command>;
};

type Described = Omit<CommandEntry, 'load' | 'readsFiles'> & Pick<Command, 'options' | 'notes'>;

export type ParsedCall = Omit<Call, 'config' | 'runGuarded'> | 'help';

export function parseCall(name: string, command: Described, words: readonly string[]): ParsedCall {
  const { options = {}, parameters = [] } = command;
  const { values, positionals } = parsed(name, options, words);
  if (values.help === true) return 'help';
  const needed = parameters.filter((parameter) => !parameter.startsWith('['));
  if (positionals.length < needed.length) {
    throw new OperatorError(`${needed[positionals.length]} is missing. See platbook ${name} --help.`);
  }
  const surplus = parameters.at(-1)?.endsWith('…]') ? [] : positionals.slice(parameters.length);
  if (surplus.length > 0) {
    throw new OperatorError(`Too many arguments: ${surplus.join(' ')}. See platbook ${name} --help.`);
  }
  return {
    args: positionals,
    valueOf: (option) => (typeof values[option] === 'string' ? values[option] : undefined),
    has: (option) => values[option] === true,
  };
}

function parsed(name: string, options: Readonly<Record<string, Option>>, words: readonly string[]) {
  const config: NonNullable<ParseArgsConfig['options']> = {
    help: { type: 'boolean', short: 'h' },
    ...Object.fromEntries(
      Object.entries(options).map(([option, { value }]) => [option, { type: value ? 'string' : 'boolean' }]),
    ),
  };
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options: config });
  } catch (error) {
    // Only the first sentence: Node's advice in the next one (how to pass it as a positional) would mislead here.
    const [sentence] = (error as Error).message.split(/\. |\n/);
    throw new OperatorError(`${sentence!.replace(/\.$/, '')}. See platbook ${name} --help.`);
  }
}

export function commandHelp(
  name: string,
  { summary, parameters = [], options = {}, notes }: Described,
): string {
  const rows = [
    ...Object.entries(options).map(([option, { value, summary }]) => ({
      call: `--${option}${value ? ` ${value}` : ''}`,
      summary,
    })),
    { call: '--help', summary: 'show this' },
  ];
  return [
    `Usage: platbook ${[name, ...parameters].join(' ')} [options]`,
    '',
    `${summary[0]!.toUpperCase()}${summary.slice(1)}.`,
    '',
    ...alignedRows(rows),
    ...(notes ? ['', notes] : []),
  ].join('\n');
}

export function alignedRows(rows: readonly { call: string; summary: string }[]): string[] {
  const width = Math.max(...rows.map(({ call }) => call.length)) + 2;
  return rows.map(({ call, summary }) => `  ${call.padEnd(width)} ${summary}`);
}
