import { isObject } from '@loadout/core';
import { defined } from '@loadout/node';
import type { ServerInput } from './locked-server.js';
import type { Json } from './server-json.js';

export interface Filled {
  /** The text with `{name}` for each input. */
  readonly text: string;
  readonly inputs: Readonly<Record<string, ServerInput>>;
  /** Whether a person may leave out the text by giving no value. */
  readonly isOptional: boolean;
}

/** Returns the value of a field: a text of the author, in which variables are filled in, or a value that the person gives. */
export function filledFrom(field: Json, name: string): Filled {
  const value = ['number', 'boolean'].includes(typeof field.value) ? String(field.value) : field.value;
  if (typeof value !== 'string') {
    const input = inputOf(field);
    return { text: `{${name}}`, inputs: { [name]: input }, isOptional: input.default === undefined };
  }
  const inputs = variablesIn(field);
  return { text: value, inputs, isOptional: false };
}

/** The variables of a value. A `{name}` that is no variable stays as it is. */
export function variablesIn({ variables }: Json): Readonly<Record<string, ServerInput>> {
  if (!isObject(variables)) return {};
  const fields = Object.entries(variables).filter(
    (entry): entry is [string, Json] => isObject(entry[1]) && /^(?!__proto__$)[\w.-]{1,64}$/.test(entry[0]),
  );
  // A variable is a part of a text that is always there.
  return Object.fromEntries(
    fields.map(([name, field]) => [name, fixed(field) ?? { ...inputOf(field), required: true as const }]),
  );
}

/** A variable whose value the author has set. */
const fixed = ({ value }: Json): ServerInput | undefined =>
  typeof value === 'string' ? { default: value, choices: [value] } : undefined;

const FORMATS = ['number', 'boolean', 'filepath'] as const;

function inputOf(field: Json): ServerInput {
  const format = FORMATS.find((one) => one === field.format);
  const choices = Array.isArray(field.choices) ? field.choices.map(String) : [];
  const { default: given } = field;
  return {
    ...(field.isRequired === true ? { required: true as const } : {}),
    ...(field.isSecret === true ? { secret: true as const } : {}),
    ...(field.isRepeated === true ? { repeated: true as const } : {}),
    ...defined({ format }),
    ...(choices.length === 0 ? {} : { choices }),
    ...(given === undefined || given === null ? {} : { default: String(given) }),
    ...(typeof field.description === 'string' ? { description: field.description } : {}),
  };
}

type Inputs = Readonly<Record<string, ServerInput>>;

/** Joins the inputs of several fields. An input that two fields name has one value. */
export const joinInputs = (parts: readonly { readonly inputs: Inputs }[]): Inputs =>
  Object.fromEntries(parts.flatMap(({ inputs }) => Object.entries(inputs)));
