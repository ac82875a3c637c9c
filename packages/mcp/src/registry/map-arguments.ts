import { filledFrom, joinInputs } from './inputs.js';
import type { LockedWord, ServerInput } from './locked-server.js';
import type { Json } from './server-json.js';

export interface Words {
  readonly words: readonly LockedWord[];
  readonly inputs: Readonly<Record<string, ServerInput>>;
}

/** Maps the arguments of a package to words of a command, each one word whatever is in it. */
export function mapArguments(fields: readonly Json[]): Words {
  const parts = fields.map((field, index) => mapArgument(field, index));
  return { words: parts.flatMap(({ words }) => words), inputs: joinInputs(parts) };
}

function mapArgument(field: Json, index: number): Words {
  const flag = field.type === 'named' && typeof field.name === 'string' && field.name !== '' ? field.name : undefined;
  const hint = typeof field.valueHint === 'string' ? field.valueHint : undefined;
  const name = inputName(flag?.replace(/^-+|=$/g, '') || hint || '') || `argument${index + 1}`;
  if (flag !== undefined && isSwitch(field)) return { words: [flag], inputs: {} };
  const { text, inputs, isOptional } = filledFrom(field, name);
  if (flag !== undefined && typeof field.value !== 'string' && field.format === 'boolean')
    return { words: [{ when: name, words: [flag] }], inputs };
  const words = flag === undefined ? [text] : flag.endsWith('=') ? [`${flag}${text}`] : [flag, text];
  return { words: isOptional || field.isRepeated === true ? [{ when: name, words }] : words, inputs };
}

/** A name that a person can write as a key, and that stands between braces. */
const inputName = (text: string): string =>
  text
    .replace(/[^\w.-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64);

/** Whether an option has no value: its author says nothing about one. */
const isSwitch = (field: Json): boolean =>
  [
    'value',
    'valueHint',
    'default',
    'choices',
    'placeholder',
    'format',
    'isRequired',
    'isSecret',
    'isRepeated',
    'variables',
  ].every((key) => field[key] === undefined || field[key] === false);
