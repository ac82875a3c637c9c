import type { CommandDefinition, CommandFlag } from '@loadout/core/commands';
import { findDefinition } from './definition.js';

/** One word that a shell may insert. */
export interface Candidate {
  readonly value: string;
  readonly about?: string | undefined;
}

/** Names that only the configuration or the disk knows. */
export type ValueKind = 'agents' | 'sessions' | 'models' | 'servers' | 'plugins' | 'files' | 'folders';

/** The words that fit at the end of a command line. */
export interface Wanted {
  readonly candidates?: readonly Candidate[];
  readonly kind?: ValueKind | undefined;
  /** The part of the last word that stays: `--model=`. */
  readonly prefix: string;
  /** The part of the last word that is completed. */
  readonly typed: string;
}

/** Returns what a shell may insert in place of the last word, which may be empty. Source: U5. */
export function wantedAt(words: readonly string[], commands: readonly CommandDefinition[]): Wanted {
  const before = words.slice(0, -1);
  const typed = words.at(-1) ?? '';
  const found = findDefinition(before, commands);
  if (found === undefined) return { candidates: commandsBehind(before, commands), prefix: '', typed };
  const { definition, rest } = found;
  if (rest.includes('--')) return { prefix: '', typed };
  const pending = flagOf(rest.at(-1) ?? '', definition);
  if (pending?.value !== undefined) return { ...wantedBy(pending), prefix: '', typed };
  const [, name, value] = /^(--[\w-]+)=(.*)$/s.exec(typed) ?? [];
  const inline = name === undefined ? undefined : flagOf(name, definition);
  if (inline !== undefined && value !== undefined) return { ...wantedBy(inline), prefix: `${name}=`, typed: value };
  if (typed.startsWith('-')) return { candidates: flagsLeft(definition, rest), prefix: '', typed };
  const positional = definition.positionals[positionalsIn(rest, definition)];
  const below = rest.length === 0 ? commandsBehind(before, commands) : [];
  const wanted = positional === undefined ? {} : namesFor(positional.name);
  return { ...wanted, candidates: [...below, ...(wanted.candidates ?? [])], prefix: '', typed };
}

/** Returns the words of a line. bash breaks a word at `=`: `--model = x` means `--model x`. */
export function joined(line: readonly string[]): readonly string[] {
  const words = line.filter((word, index) => word !== '=' || !line[index - 1]?.startsWith('--'));
  return line.at(-1) === '=' && words.length < line.length ? [...words, ''] : words;
}

/** The next words of the commands that begin with these. */
function commandsBehind(before: readonly string[], commands: readonly CommandDefinition[]): readonly Candidate[] {
  const found = new Map<string, string | undefined>();
  for (const { name, summary } of commands) {
    const words = name.split(' ');
    const next = words[before.length];
    if (next === undefined || !before.every((word, index) => words[index] === word)) continue;
    const isWhole = words.length === before.length + 1;
    found.set(next, isWhole ? summary : found.get(next));
  }
  return [...found].map(([value, about]) => ({ value, about }));
}

const flagOf = (word: string, { flags }: CommandDefinition): CommandFlag | undefined =>
  flags.find(({ name, short }) => word === `--${name}` || (short !== undefined && word === `-${short}`));

const flagsLeft = (definition: CommandDefinition, rest: readonly string[]): readonly Candidate[] => [
  ...definition.flags
    .filter((flag) => flag.repeat === true || !rest.some((word) => flagOf(word.split('=', 1)[0] ?? '', definition) === flag))
    .map(({ name, help }) => ({ value: `--${name}`, about: help })),
  { value: '--help', about: 'Show the help of this command.' },
];

function positionalsIn(rest: readonly string[], definition: CommandDefinition): number {
  return rest.filter((word, index) => {
    const isValue = flagOf(rest[index - 1] ?? '', definition)?.value !== undefined;
    return !word.startsWith('-') && !isValue;
  }).length;
}

type Words = Pick<Wanted, 'candidates' | 'kind'>;

const wantedBy = ({ name, value = '', choices }: CommandFlag): Words =>
  choices === undefined ? { kind: BY_FLAG[name] ?? BY_VALUE[value] } : oneOf(choices);

const namesFor = (positional: string): Words =>
  positional.includes('|') ? oneOf(positional.split('|')) : { kind: BY_POSITIONAL[positional] };

const oneOf = (values: readonly string[]): Words => ({ candidates: values.map((value) => ({ value })) });

type Kinds = Readonly<Record<string, ValueKind | undefined>>;

const BY_FLAG: Kinds = { agent: 'agents', model: 'models', resume: 'sessions', plugin: 'plugins' };
const BY_VALUE: Kinds = { AGENT: 'agents', FILE: 'files', DIR: 'folders' };
const BY_POSITIONAL: Kinds = {
  agent: 'agents',
  session: 'sessions',
  run: 'sessions',
  server: 'servers',
  plugin: 'plugins',
  file: 'files',
  package: 'files',
};
