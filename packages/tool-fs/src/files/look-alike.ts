import { lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isMissing } from './errno.js';

const BLANKS = '\\u00a0\\u2000-\\u200a\\u202f\\u205f\\u3000';
const BLANK = new RegExp(`[${BLANKS}]`, 'g');
const UNLIKE_TYPED = new RegExp(`[${BLANKS}\\u02bc\\u2018\\u2019\\u201c\\u201d]|\\p{M}`, 'gu');

/** The characters that have others of the same look. Without one, no folder is listed for a name. */
const MAY_LOOK_ALIKE = /[ '"]|[^ -~]/;

/** Returns one spelling for all names that look the same: composed letters, plain blanks and straight quotes. */
export function plainForm(name: string): string {
  if (!/[^ -~]/.test(name)) return name;
  return name
    .normalize('NFC')
    .replace(BLANK, ' ')
    .replace(/[\u02bc\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"');
}

/** Shows the characters by which a name differs from one that looks the same. */
export const spelled = (path: string) =>
  path.replace(UNLIKE_TYPED, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Whether two different paths look the same. */
export const looksLike = (path: string, other: string) => path !== other && plainForm(path) === plainForm(other);

/**
 * Returns the path of what is there. Where a name of the path is missing and exactly one entry of its folder looks the same, that
 * entry is meant: a screenshot of macOS has a narrow blank in its name, and its names have decomposed letters.
 */
export function pathThere(path: string): string {
  if (exists(path)) return path;
  const parent = dirname(path);
  if (parent === path) return path;
  const folder = pathThere(parent);
  const wanted = basename(path);
  if (!MAY_LOOK_ALIKE.test(wanted)) return join(folder, wanted);
  const plain = plainForm(wanted);
  const names = namesIn(folder);
  if (names.includes(wanted)) return join(folder, wanted);
  const [name, second] = names.filter((one) => plainForm(one) === plain);
  return join(folder, name === undefined || second !== undefined ? wanted : name);
}

function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    return !isMissing(error);
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
