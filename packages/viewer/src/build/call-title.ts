import { clip } from './clip.js';

/** The fields of an input that tell calls apart, the most telling first. */
const TELLING = ['command', 'file_path', 'notebook_path', 'pattern', 'path', 'url', 'query', 'description', 'prompt'];

/** The input of a call in one line. Paths below the session's folder are relative to it. */
export function callTitle(input: unknown, cwd: string | undefined): string {
  if (typeof input !== 'object' || input === null) return input === undefined ? '' : clip(String(input));
  const fields = new Map(Object.entries(input));
  for (const key of TELLING) {
    const value: unknown = fields.get(key);
    if (typeof value === 'string') return clip(below(value, cwd));
  }
  return fields.size === 0 ? '' : clip(JSON.stringify(input));
}

/** The path relative to a folder that it lies below; any other text as it is. */
export const below = (path: string, cwd: string | undefined): string =>
  cwd !== undefined && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
