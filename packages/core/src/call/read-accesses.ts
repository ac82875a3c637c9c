import type { Access } from '../contract/permission.js';
import { isObject } from '../names/is-object.js';

/** The kinds of access, and the text that the rules are held against. */
const TEXTS: Readonly<Record<Access['kind'], 'path' | 'text' | 'url' | undefined>> = {
  read: 'path',
  write: 'path',
  run: 'text',
  fetch: 'url',
  session: undefined,
};

/**
 * Reads what `access` of a tool returned, which may have no types, into a copy that the tool cannot change. Throws for what no rule
 * can be held against.
 */
export function readAccesses(given: unknown): readonly Access[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) throw new Error(`access returned ${shown(given)}, not a list`);
  return given.map(readAccess);
}

function readAccess(given: unknown): Access {
  const access: Readonly<Record<string, unknown>> = isObject(given) ? { ...given } : {};
  const { kind } = access;
  if (typeof kind !== 'string' || !Object.hasOwn(TEXTS, kind))
    throw new Error(`access names ${shown(given)}, whose kind is not ${Object.keys(TEXTS).join(', ')}`);
  const text = TEXTS[kind as Access['kind']];
  if (text !== undefined && typeof access[text] !== 'string')
    throw new Error(`access names ${shown(given)}, whose ${text} is not a text`);
  return access as unknown as Access;
}

const shown = (value: unknown) => (JSON.stringify(value) ?? typeof value).slice(0, 200);
