import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSessionFolder } from './session-place.js';

/** Stores large results of a session as files; see `spill` of the call environment. Source: RES-06. */
export function spillInto(
  artifactDir: string,
  redact: ((text: string) => string) | undefined,
): (id: string, text: string) => Promise<string> {
  return async (id, given) => {
    const text = redact === undefined ? given : redact(given);
    const folder = join(artifactDir, 'tool-results');
    makeSessionFolder(folder);
    const name = /^[\w-]{1,100}$/.test(id) ? id : randomUUID();
    const ending = isJson(text) ? 'json' : 'txt';
    const path = join(folder, `${name}.${ending}`);
    if (await create(path, text)) return path;
    // A call that is repeated after a crash finds its old file. The newer text gets a new file, to which its pointer leads.
    const other = join(folder, `${name}-${randomUUID().slice(0, 8)}.${ending}`);
    await writeFile(other, text, { mode: 0o600, flag: 'wx' });
    return other;
  };
}

/** Creates a file only if none exists, so that a named file never changes its text. */
async function create(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const MAX_PARSED = 2_000_000;

/** Returns whether a text is JSON, so that the file's name tells its kind. */
function isJson(text: string): boolean {
  if (text.length > MAX_PARSED || !/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
