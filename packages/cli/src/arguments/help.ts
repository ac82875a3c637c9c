import { type Definition, flagLabel, signature } from './definition.js';
import { definitions } from './definitions.js';

export const exitCodes: readonly (readonly [number, string])[] = [
  [0, 'done'],
  [1, 'the run failed'],
  [2, 'the configuration or the command line is wrong'],
  [3, 'a limit was reached'],
  [4, 'blocked or stopped by a hook or a person, or each act was denied and nothing was done'],
  [5, 'no answer that fits the output schema'],
  [6, 'not trusted, or not as it was locked'],
  [7, 'the model provider failed, or none can be used'],
  [129, 'ended by SIGHUP, as when the terminal closes'],
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
      ['-h, --help', 'This, or with a command its own help.'],
      ['-v, --version', 'The version.'],
    ]),
    '',
    'As an engine, with the flags of the claude command (loadout --print --help):',
    ...columns([
      ['loadout -p "prompt"', 'One answer; --output-format text, json or stream-json.'],
      ['loadout --input-format stream-json --output-format stream-json', 'The engine of a Claude Agent SDK program.'],
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
