import { nearest } from '@loadout/core';
import { errors } from './wire-errors.js';

/** The way a flag's value is read. `list` is separated by commas, or by spaces if there is no comma. */
type Kind = 'switch' | 'value' | 'number' | 'list' | 'each';

/**
 * The flags of the `claude` command that programs pass. The last flags are accepted without an effect. Source: CLI-01, CLI-02.
 */
export const FLAGS = {
  print: 'switch',
  verbose: 'switch',
  'output-format': 'value',
  'input-format': 'value',
  'include-partial-messages': 'switch',
  'include-hook-events': 'switch',
  'replay-user-messages': 'switch',
  model: 'value',
  'fallback-model': 'value',
  'system-prompt': 'value',
  'system-prompt-file': 'value',
  'append-system-prompt': 'value',
  'append-system-prompt-file': 'value',
  'exclude-dynamic-system-prompt-sections': 'switch',
  tools: 'list',
  allowedTools: 'list',
  disallowedTools: 'list',
  'permission-mode': 'value',
  'permission-prompt-tool': 'value',
  'permission-prompts': 'value',
  'allow-dangerously-skip-permissions': 'switch',
  'dangerously-skip-permissions': 'switch',
  'mcp-config': 'each',
  'strict-mcp-config': 'switch',
  agents: 'value',
  agent: 'value',
  'forward-subagent-text': 'switch',
  'max-turns': 'number',
  'max-budget-usd': 'number',
  'max-thinking-tokens': 'number',
  thinking: 'value',
  effort: 'value',
  betas: 'list',
  'json-schema': 'value',
  resume: 'value',
  continue: 'switch',
  'fork-session': 'switch',
  name: 'value',
  'session-id': 'value',
  'resume-session-at': 'value',
  'no-session-persistence': 'switch',
  settings: 'value',
  'managed-settings': 'value',
  'setting-sources': 'list',
  bare: 'switch',
  'safe-mode': 'switch',
  'add-dir': 'each',
  'plugin-dir': 'each',
  'plugin-dir-no-mcp': 'each',
  'await-initialize': 'switch',
  'agent-config': 'value',
  'session-mirror': 'switch',
  'permission-prompt-timeout': 'number',
  'debug-file': 'value',
  debug: 'switch',
  'debug-to-stderr': 'switch',
  'task-budget': 'number',
  'thinking-display': 'value',
  'resume-drops-turn': 'value',
  'project-config-root': 'value',
  'prompt-suggestions': 'switch',
} as const satisfies Record<string, Kind>;

const SHORT: Readonly<Record<string, keyof typeof FLAGS>> = { p: 'print', c: 'continue', r: 'resume', d: 'debug' };
const SPELLINGS: Readonly<Record<string, keyof typeof FLAGS>> = {
  'allowed-tools': 'allowedTools',
  'disallowed-tools': 'disallowedTools',
};

type Values = {
  readonly switch: boolean;
  readonly value: string;
  readonly number: number;
  readonly list: readonly string[];
  readonly each: readonly string[];
};
export type EngineFlags = { readonly [F in keyof typeof FLAGS]?: Values[(typeof FLAGS)[F]] | undefined };

export interface EngineArguments {
  readonly flags: EngineFlags;
  /** The arguments that are not flags: the prompt of print mode. */
  readonly words: readonly string[];
}

/** Flags that take every word up to the next flag as another value. */
const SEVERAL: readonly string[] = ['tools', 'allowedTools', 'disallowedTools', 'betas', 'add-dir', 'mcp-config'];

/**
 * Parses the arguments. `--flag=value` and `--flag value` are equal. Throws USAGE_FLAG_UNKNOWN, USAGE_FLAG_VALUE,
 * USAGE_FLAG_AMOUNT.
 */
export function parseEngineArguments(argv: readonly string[]): EngineArguments {
  const flags: Record<string, unknown> = {};
  const words: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (word === '--') {
      words.push(...argv.slice(at + 1));
      break;
    }
    if (!word.startsWith('-') || word === '-') {
      words.push(word);
      continue;
    }
    const equals = word.indexOf('=');
    const written = equals === -1 ? word : word.slice(0, equals);
    const name = nameOf(written);
    const kind = FLAGS[name];
    if (kind === 'switch') {
      flags[name] = equals === -1 || word.slice(equals + 1) !== 'false';
      continue;
    }
    const value = equals === -1 ? argv[++at] : word.slice(equals + 1);
    if (value === undefined) throw errors.USAGE_FLAG_VALUE({ label: written });
    flags[name] = read(kind, { value, flag: written, before: flags[name] });
    while (equals === -1 && SEVERAL.includes(name) && at + 1 < argv.length && !argv[at + 1]?.startsWith('-'))
      flags[name] = read(kind, { value: argv[++at] ?? '', flag: written, before: flags[name] });
  }
  return { flags: flags as EngineFlags, words };
}

function nameOf(written: string): keyof typeof FLAGS {
  const name = written.replace(/^--?/, '');
  if (!written.startsWith('--') && Object.hasOwn(SHORT, name)) return SHORT[name] ?? 'print';
  if (Object.hasOwn(FLAGS, name)) return name as keyof typeof FLAGS;
  if (Object.hasOwn(SPELLINGS, name)) return SPELLINGS[name] ?? 'allowedTools';
  throw errors.USAGE_FLAG_UNKNOWN({ flag: written, nearest: nearest(name, Object.keys(FLAGS)), command: '--print' });
}

function read(kind: Exclude<Kind, 'switch'>, { value, flag, before }: { value: string; flag: string; before: unknown }): unknown {
  if (kind === 'value') return value;
  if (kind === 'each') return [...((before as readonly string[] | undefined) ?? []), value];
  if (kind === 'list') return [...((before as readonly string[] | undefined) ?? []), ...listOf(value)];
  const number = Number(value);
  if (value.trim() === '' || Number.isNaN(number)) throw errors.USAGE_FLAG_AMOUNT({ flag, value });
  return number;
}

/** Splits a list. A comma inside of parentheses belongs to a rule. */
export function listOf(value: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const char of value) {
    if (char === '(') depth++;
    if (char === ')') depth = Math.max(0, depth - 1);
    if (depth === 0 && (char === ',' || char === ' ')) {
      parts.push(part);
      part = '';
    } else part += char;
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== '');
}
