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
  const fail = (problem: string) => {
    report.error(errors.CONFIG_UNREADABLE({ file, problem }), { path: [], place });
    return undefined;
  };
  try {
    const stat = statSync(file);
    if (!stat.isFile()) return fail(stat.isDirectory() ? 'it is a folder' : 'it is not a regular file');
    if (stat.size > MAX_BYTES) {
      const size = `${Math.ceil(stat.size / 1024)} KiB`;
      report.error(errors.CONFIG_TOO_LARGE({ file, size, limit: `${MAX_BYTES / 1024} KiB` }), { path: [], place });
      return undefined;
    }
    const content = readFileSync(file);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    if (text.includes('\0')) return fail('it holds a NUL character');
    report.addText(file, text);
    report.addState(file, contentState(file, content));
    return text;
  } catch (error) {
    return fail(readProblem(error, file));
  }
}

function readProblem(error: unknown, file: string): string {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return isLink(file) ? 'it is a link to nothing' : 'it does not exist';
  if (code === 'ELOOP') return 'it is a link that leads back to itself';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'it is not UTF-8';
  return ['EACCES', 'EPERM'].includes(code) ? 'no permission' : messageOf(error);
}

/** Says of a file why `regularFile` threw. The text continues a sentence that begins with the name of the file. */
export function fileProblem(error: unknown, file: string): string {
  const problem = readProblem(error, file);
  return problem.startsWith('it ') ? problem.slice('it '.length) : `cannot be read: ${problem}`;
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

const isLink = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
