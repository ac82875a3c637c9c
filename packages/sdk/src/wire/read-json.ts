import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { jsonValue } from '@loadout/config';
import { isObject, messageOf } from '@loadout/core';
import { errors } from './wire-errors.js';

type JsonObject = Readonly<Record<string, unknown>>;

/** Reads the object of a flag: written out, or in the file that the flag names. Throws USAGE_FLAG_CONTENT. */
export function readJson(value: string, { flag, cwd }: { readonly flag: string; readonly cwd: string }): JsonObject {
  const isInline = value.trimStart().startsWith('{');
  try {
    const parsed = jsonValue(isInline ? value : readFileSync(resolve(cwd, value), 'utf8'));
    if (isObject(parsed)) return parsed;
    throw new Error('it is no JSON object');
  } catch (cause) {
    const problem = messageOf(cause);
    throw errors.USAGE_FLAG_CONTENT({ flag, problem, expected: 'a JSON object, or the path of a file with one' }, { cause });
  }
}
