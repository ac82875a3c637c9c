import type { $ZodIssue } from 'zod/v4/core';

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  record: 'a map',
  null: 'empty',
};

export const typeWord = (type: string): string => TYPES[type] ?? type;

/** Describes the values that a union accepts. */
export function expectedOf(branches: readonly (readonly $ZodIssue[])[]): string {
  const words = branches.flatMap((issues) => {
    const [first] = issues;
    return first?.code === 'invalid_type' && first.path.length === 0 ? [typeWord(first.expected)] : [];
  });
  const unique = [...new Set(words)].filter((word) => word !== 'empty');
  const last = unique.pop() ?? 'something else';
  return unique.length === 0 ? last : `${unique.join(', ')} or ${last}`;
}

const EXAMPLES: Readonly<Record<string, string>> = {
  agent: '{ instructions: Answer in one sentence. }',
  model: '{ provider: anthropic, id: <model id> }',
  plugin: '"@loadout/tool-fs"',
  provider: '"@loadout/model-anthropic"',
};

const VALUES: Readonly<Record<string, string>> = {
  provider: 'anthropic',
  id: '<the name of the model at its provider>',
  use: '"@loadout/…"',
  type: 'command',
  hooks: '[{ type: command, command: … }]',
  schema: '{ type: object, properties: { … } }',
  budget_tokens: '4000',
  input: '<dollars per million tokens>',
  output: '<dollars per million tokens>',
};

/** An initial value for a missing key. */
export const valueFor = (key: string): string => VALUES[key] ?? '<value>';

/** Suggests how to write the intended value. */
export function fixForType(expected: string, found: { value: unknown; kind: string }): string | undefined {
  const { value, kind } = found;
  const example = EXAMPLES[kind];
  if (value === null) return 'Give it a value, or remove the key.';
  if (expected === 'a map' && Array.isArray(value)) return 'Write a map with one entry for each: <name>: { … }.';
  if (expected === 'a list' && typeof value === 'string') return `Write [${value}].`;
  if ((expected === 'a number' || expected === 'a whole number') && typeof value === 'string' && Number.isFinite(Number(value)))
    return `Write ${value} without quotes. A value with \${…} is always text.`;
  if (expected === 'a whole number' && typeof value === 'number') return `Write ${Math.round(value)}.`;
  if (expected === 'true or false' && (value === 'yes' || value === 'on')) return 'Write true.';
  if (expected === 'true or false' && (value === 'no' || value === 'off')) return 'Write false.';
  if (expected === 'true or false' && (value === 'true' || value === 'false')) return `Write ${value} without quotes.`;
  if (expected.startsWith('text') && typeof value === 'number') return `Put it in quotes: "${value}".`;
  return example === undefined ? `Write ${expected} here.` : `Write for example ${example}.`;
}
