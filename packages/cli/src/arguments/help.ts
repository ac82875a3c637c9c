import type { CommandDefinition, CommandGroup } from '@loadout/core/commands';
import { flagLabel, signature } from './definition.js';

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

/** The titles of the groups of the general help, in its order. */
const GROUPS: readonly (readonly [CommandGroup, string])[] = [
  ['first steps', 'First steps'],
  ['run', 'Run'],
  ['look', 'Look'],
  ['share', 'Share'],
  ['more', 'More'],
];

const groupOf = ({ group }: CommandDefinition): CommandGroup => (GROUPS.some(([name]) => name === group) && group) || 'more';
const row = (one: CommandDefinition) => [`${one.name} ${signature(one)}`.trimEnd(), one.summary] as const;

/** The commands that a person meets first, in this order. The general help has a line for each, and names the others. */
const FIRST_MET = [
  'init',
  'check',
  'trust',
  'add',
  'run',
  'chat',
  'test',
  'tools',
  'explain',
  'sessions',
  'lock',
  'serve http',
  'acp',
];

/** The commands of a group: what a person meets first is in front, from whatever package it comes. */
function membersOf(group: CommandGroup, commands: readonly CommandDefinition[]): readonly CommandDefinition[] {
  const place = ({ name }: CommandDefinition) => (FIRST_MET.includes(name) ? FIRST_MET.indexOf(name) : FIRST_MET.length);
  return commands.filter((one) => groupOf(one) === group).sort((a, b) => place(a) - place(b));
}

/**
 * The general help: a screen at most. `mounted`: the commands of the plugins that the configuration mounts, which all have a line.
 * `width`: the columns of the terminal; without it, nothing is wrapped.
 */
export function generalHelp(
  { own, mounted }: { readonly own: readonly CommandDefinition[]; readonly mounted: readonly CommandDefinition[] },
  width?: number,
): string {
  const isShown = (one: CommandDefinition) => FIRST_MET.includes(one.name) || mounted.includes(one);
  const commands = [...own, ...mounted];
  const widest = Math.max(...commands.filter(isShown).map((one) => row(one)[0].length));
  const groups = GROUPS.flatMap(([group, title]) => {
    const members = membersOf(group, commands);
    if (members.length === 0) return [];
    const shown = members.filter(isShown);
    const told = new Set(shown.map(firstWord));
    const others = [...new Set(members.map(firstWord))].filter((word) => !told.has(word)).join(', ');
    const head = shown.length === 0 ? `${title}: ${others}` : `${title}${others === '' ? '' : ` (also ${others})`}`;
    const rows = shown.map(row).map(([left, summary]) => [left.padEnd(widest), summary] as const);
    return [...wrapped(head, width), ...columns(rows, width)];
  });
  const more = 'The flags of a command: loadout help run. Every command, and the exit codes: loadout help all.';
  return ['Usage: loadout <command> [arguments] [flags]', '', ...groups, '', ...wrapped(more, width), ''].join('\n');
}

const firstWord = ({ name }: CommandDefinition): string => name.split(' ', 1)[0] ?? name;

/** The help of all commands, with the exit codes. `width` as in `generalHelp`. */
export function fullHelp(commands: readonly CommandDefinition[], width?: number): string {
  const all = GROUPS.map(([group, title]) => [title, membersOf(group, commands)] as const);
  const groups = all.filter(([, members]) => members.length > 0);
  return [
    'Usage: loadout <command> [arguments] [flags]',
    ...groups.flatMap(([title, members]) => ['', `${title}:`, ...columns(members.map(row), width)]),
    '',
    'Flags:',
    ...columns(
      [
        ['-h, --help', 'Show this help, the help of a command, or of a group such as mcp.'],
        ['-v, --version', 'Show the version of the protocol, and the version of Loadout.'],
      ],
      width,
    ),
    '',
    ...wrapped(
      'As an engine for Claude Agent SDK programs, with the flags of the claude command (loadout --print --help):',
      width,
    ),
    ...columns(
      [
        ['loadout -p "prompt"', 'Answer one prompt; --output-format text, json or stream-json.'],
        ['loadout --input-format stream-json --output-format stream-json', 'Run as the engine of a Claude Agent SDK program.'],
      ],
      width,
    ),
    '',
    'Exit codes:',
    ...columns(
      exitCodes.map(([code, meaning]) => [String(code), meaning]),
      width,
    ),
    '',
  ].join('\n');
}

/** The help of the commands that begin with one word, such as `mcp`; `undefined` if there are none. */
export function familyHelp(word: string, commands: readonly CommandDefinition[], width?: number): string | undefined {
  const family = commands.filter(({ name }) => name.startsWith(`${word} `));
  if (family.length === 0) return undefined;
  return [
    `Usage: loadout ${word} <command> [arguments] [flags]`,
    '',
    'Commands:',
    ...columns(family.map(row), width),
    '',
    `Show the flags of a command: loadout ${family[0]?.name ?? word} --help`,
    '',
  ].join('\n');
}

export function commandHelp(definition: CommandDefinition, width?: number): string {
  const { name, summary, positionals, flags, details, examples = [] } = definition;
  return [
    `Usage: loadout ${[name, signature(definition), '[flags]'].filter((part) => part !== '').join(' ')}`,
    '',
    ...wrapped(summary, width),
    ...(details ?? []).flatMap((text) => ['', ...wrapped(text, width)]),
    ...(examples.length === 0 ? [] : ['', 'Examples:', ...examples.map((typed) => `  loadout ${name} ${typed}`.trimEnd())]),
    ...section('Arguments:', { rows: positionals.map((one) => [one.name, one.help] as const), width }),
    ...section('Flags:', {
      rows: flags.map((flag) => [flagLabel(flag), `${flag.help}${flag.repeat === true ? ' Repeatable.' : ''}`] as const),
      width,
    }),
    '',
  ].join('\n');
}

type Rows = readonly (readonly [string, string])[];

const section = (title: string, { rows, width }: { readonly rows: Rows; readonly width: number | undefined }) =>
  rows.length === 0 ? [] : ['', title, ...columns(rows, width)];

/** The longest text that has its description beside it on a terminal. A longer text has it below. */
const WIDEST = 30;
const NARROWEST = 20;

function columns(rows: Rows, width = Number.POSITIVE_INFINITY): string[] {
  const isWhole = width === Number.POSITIVE_INFINITY;
  const lengths = rows.map(([left]) => left.length).filter((length) => isWhole || length <= WIDEST);
  const indent = Math.max(0, ...lengths) + 4;
  return rows.flatMap(([left, right]) => {
    const [first = '', ...more] = wrapped(right, Math.max(width - indent, NARROWEST));
    const rest = more.map((line) => `${' '.repeat(indent)}${line}`);
    if (left.length + 4 > indent) return [`  ${left}`, `${' '.repeat(indent)}${first}`, ...rest];
    return [`${`  ${left}`.padEnd(indent)}${first}`, ...rest];
  });
}

/** Breaks a text between words. A word that is longer than a line stays whole. */
function wrapped(text: string, width = Number.POSITIVE_INFINITY): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
