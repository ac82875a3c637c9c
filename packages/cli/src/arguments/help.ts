import { type Definition, flagLabel, signature } from './definition.js';
import { definitions } from './definitions.js';

export const exitCodes: readonly (readonly [number, string])[] = [
  [0, 'done'],
  [1, 'the run failed'],
  [2, 'the configuration or the command line is wrong'],
  [3, 'a limit was reached'],
  [4, 'a hook or a person blocked or stopped the run, or every call that would change something was denied'],
  [5, 'no answer matches the output schema'],
  [6, 'not trusted, or different from the lock'],
  [7, 'the model provider failed, or no model is available'],
  [129, 'ended by SIGHUP, for example because the terminal closed'],
  [130, 'interrupted'],
  [143, 'ended by SIGTERM'],
];

export function generalHelp(): string {
  return [
    'Usage: loadout <command> [arguments] [flags]',
    '',
    'Commands:',
    ...columns(definitions.map((one) => [`${one.name} ${signature(one)}`.trimEnd(), one.summary])),
    '',
    'Flags:',
    ...columns([
      ['-h, --help', 'Show this help, or the help of a command.'],
      ['-v, --version', 'Show the version.'],
    ]),
    '',
    'As an engine for Claude Agent SDK programs, with the flags of the claude command (loadout --print --help):',
    ...columns([
      ['loadout -p "prompt"', 'Answer one prompt; --output-format text, json or stream-json.'],
      ['loadout --input-format stream-json --output-format stream-json', 'Run as the engine of a Claude Agent SDK program.'],
    ]),
    '',
    'Exit codes:',
    ...columns(exitCodes.map(([code, meaning]) => [String(code), meaning])),
    '',
  ].join('\n');
}

export function commandHelp(definition: Definition): string {
  const { name, summary, positionals, flags, details } = definition;
  return [
    `Usage: loadout ${[name, signature(definition), '[flags]'].filter((part) => part !== '').join(' ')}`,
    '',
    summary,
    ...(details ?? []).flatMap((text) => ['', text]),
    ...section(
      'Arguments:',
      positionals.map((one) => [one.name, one.help] as const),
    ),
    ...section(
      'Flags:',
      flags.map((flag) => [flagLabel(flag), `${flag.help}${flag.repeat === true ? ' Repeatable.' : ''}`] as const),
    ),
    '',
  ].join('\n');
}

const section = (title: string, rows: readonly (readonly [string, string])[]) =>
  rows.length === 0 ? [] : ['', title, ...columns(rows)];

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
