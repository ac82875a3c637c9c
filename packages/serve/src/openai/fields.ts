import { isObject } from '@loadout/core';
import { errors } from '../errors.js';

export type Fields = Readonly<Record<string, unknown>>;

/** The error of a field of a request. `param` is its path, such as `messages[0].content`. */
export const wrong = (param: string, problem: string, fix?: string) => errors.OPENAI_FIELD({ param, problem, fix });

export const noPrompt = (param: string) =>
  wrong(param, 'must end with a message of the user that has content', 'Put the new message last.');

/** Clients send `null` for a field that they do not use. */
const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null;

/** Reads a text. Throws OPENAI_FIELD. */
export function textIn(fields: Fields, name: string, param = name): string | undefined {
  const value = fields[name];
  if (isAbsent(value)) return undefined;
  if (typeof value !== 'string') throw wrong(param, `must be a text, but is ${kindOf(value)}`);
  return value;
}

/** Reads an object. Throws OPENAI_FIELD. */
export function fieldsIn(fields: Fields, name: string, param = name): Fields | undefined {
  const value = fields[name];
  if (isAbsent(value)) return undefined;
  if (!isObject(value)) throw wrong(param, `must be an object, but is ${kindOf(value)}`);
  return value;
}

/** Reads a list. Throws OPENAI_FIELD. */
export function listIn(fields: Fields, name: string, param = name): readonly unknown[] | undefined {
  const value = fields[name];
  if (isAbsent(value)) return undefined;
  if (!Array.isArray(value)) throw wrong(param, `must be a list, but is ${kindOf(value)}`);
  return value;
}

/** Reads true or false. Throws OPENAI_FIELD. */
export function flagIn(fields: Fields, name: string): boolean {
  const value = fields[name];
  if (!isAbsent(value) && typeof value !== 'boolean') throw wrong(name, `must be true or false, but is ${kindOf(value)}`);
  return value === true;
}

/** Throws OPENAI_FIELD for a wish that would change the answer, and that an agent cannot fulfil. */
export function refuse(fields: Fields, names: Readonly<Record<string, string>>): void {
  for (const [name, why] of Object.entries(names)) {
    const value = fields[name];
    const isEmpty = isAbsent(value) || value === false || (Array.isArray(value) && value.length === 0);
    if (!isEmpty) throw wrong(name, 'cannot be used here', why);
  }
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`);
