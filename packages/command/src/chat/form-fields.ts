import type { UserQuestion } from '@loadout/core';

type Value = string | number | boolean | string[];

/** One value of a form, as a question. */
export interface FormField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly question: UserQuestion;
  /** The kind of value that fits, such as "a whole number". */
  readonly expected: string;
  /** Converts the typed text to the value that the form expects; `undefined` for text that does not fit. */
  readonly read: (text: string) => Value | undefined;
}

/** The fields of a schema with plain values, as MCP defines them. `undefined` for any other schema. */
export function formFields(schema: unknown): readonly FormField[] | undefined {
  const required = listOf(isMap(schema) ? schema.required : undefined);
  const properties = isMap(schema) && isMap(schema.properties) ? Object.entries(schema.properties) : [];
  const fields = properties.map(([name, property]) => fieldOf(name, { property, isRequired: required.includes(name) }));
  return fields.every((field) => field !== undefined) ? fields : undefined;
}

function fieldOf(
  name: string,
  { property, isRequired }: { readonly property: unknown; readonly isRequired: boolean },
): FormField | undefined {
  if (!isMap(property)) return undefined;
  const read = readerOf(property);
  if (read === undefined) return undefined;
  const words = [property.title, property.description].filter((text) => typeof text === 'string' && text !== '').join(': ');
  const options =
    property.type === 'boolean' ? ['yes', 'no'].map(plain) : choicesOf(property.type === 'array' ? property.items : property);
  const question = { question: words || name, header: name, options, multiSelect: property.type === 'array' };
  return { name, isRequired, question, expected: EXPECTED[String(property.type)] ?? 'text', read };
}

const EXPECTED: Readonly<Record<string, string>> = { boolean: 'yes or no', number: 'a number', integer: 'a whole number' };

function readerOf({ type }: Readonly<Record<string, unknown>>): FormField['read'] | undefined {
  if (type === 'string') return (text) => text;
  if (type === 'array') return (text) => text.split(', ');
  if (type === 'boolean') return (text) => (/^y(?:es)?$/i.test(text) ? true : /^no?$/i.test(text) ? false : undefined);
  if (type !== 'number' && type !== 'integer') return undefined;
  return (text) => {
    const number = Number(text);
    return Number.isFinite(number) && (type === 'number' || Number.isInteger(number)) ? number : undefined;
  };
}

/** The choices of `enum`, or of `oneOf` and `anyOf` with a `const` and a title each. */
function choicesOf(schema: unknown): UserQuestion['options'] {
  if (!isMap(schema)) return [];
  const titled = [...listOf(schema.oneOf), ...listOf(schema.anyOf)].filter(isMap);
  const named = titled.map((one) => ({ label: String(one.const), description: typeof one.title === 'string' ? one.title : '' }));
  return named.length > 0 ? named : listOf(schema.enum).map((one) => plain(String(one)));
}

const plain = (label: string) => ({ label, description: '' });
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
