import { lstatSync, readFileSync, statSync } from 'node:fs';
import { messageOf } from '@loadout/core';
import type { Place } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { contentState } from './path-state.js';

/** The size limit of a file. The parser is slower than linear in places, so its input is limited first. */
export const MAX_BYTES = 256 * 1024;

export interface ReadContext {
  readonly report: Report;
  /** The place that refers to the file, else the file's first character. */
  readonly place: Place;
  /** Marks another tool's file, in which there may be nothing. */
  readonly foreign?: true | undefined;
  /** Whether a file in which there is nothing says nothing, in place of being a mistake. So is a `foreign` one. */
  readonly mayBeEmpty?: true | undefined;
}

/** Returns the text of a file. Otherwise reports why, and returns nothing. */
export function readText(file: string, context: ReadContext): string | undefined {
  const { report, place } = context;
  const fail = (why: Unread) => {
    report.error(errors.CONFIG_UNREADABLE({ file, ...why }), { path: [], place });
    return undefined;
  };
  try {
    const stat = statSync(file);
    if (!stat.isFile()) return fail(stat.isDirectory() ? FOLDER : IRREGULAR);
    if (stat.size > MAX_BYTES) {
      const size = `${Math.ceil(stat.size / 1024)} KiB`;
      report.error(errors.CONFIG_TOO_LARGE({ file, size, limit: `${MAX_BYTES / 1024} KiB` }), { path: [], place });
      return undefined;
    }
    const content = readFileSync(file);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    if (text.includes('\0')) return fail({ problem: 'it holds a NUL character', fix: 'Remove that character.' });
    report.addText(file, text);
    report.addState(file, contentState(file, content));
    return text;
  } catch (error) {
    return fail(unread(error, file));
  }
}

/** Why a file cannot be read, and what to do. */
interface Unread {
  readonly problem: string;
  readonly fix: string;
}

const CORRECT_LINK = 'Correct the link, or remove it.';
const FOLDER: Unread = { problem: 'it is a folder', fix: 'Move the folder, or name the file in it.' };
const IRREGULAR: Unread = { problem: 'it is not a regular file', fix: 'Replace it with a regular file.' };

function unread(error: unknown, file: string): Unread {
  const code = codeOf(error);
  if (code === 'ELOOP') return { problem: 'it is a link that leads back to itself', fix: CORRECT_LINK };
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return isLink(file)
      ? { problem: 'it is a link to nothing', fix: CORRECT_LINK }
      : { problem: 'it does not exist', fix: 'Correct the path.' };
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return { problem: `it is ${encodingOf(file)}`, fix: 'Save it as UTF-8.' };
  if (['EACCES', 'EPERM'].includes(code)) return { problem: 'no permission', fix: 'Give yourself permission to read it.' };
  return { problem: messageOf(error), fix: 'Make it a file that can be read.' };
}

/** Windows writes UTF-16 with a mark at its beginning, for example by `>` of PowerShell. */
const encodingOf = (file: string): string =>
  ['fffe', 'feff'].includes(readFileSync(file).toString('hex', 0, 2)) ? 'UTF-16, not UTF-8' : 'not UTF-8';

/** Says of a file why `regularFile` threw. The text continues a sentence that begins with the name of the file. */
export function fileProblem(error: unknown, file: string): string {
  const { problem } = unread(error, file);
  return problem.startsWith('it ') ? problem.slice('it '.length) : `cannot be read: ${problem}`;
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

const isLink = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
