import { randomUUID } from 'node:crypto';
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from './session-store.js';

/** Keeps large results of a session as files; see `spill` of the call environment. Source: RES-06. */
export function spillInto(
  artifactDir: string,
  redact: ((text: string) => string) | undefined,
): (id: string, text: string) => Promise<string> {
  return async (id, text) => {
    const folder = join(artifactDir, 'tool-results');
    makeFolder(folder);
    const name = /^[\w-]{1,100}$/.test(id) ? id : randomUUID();
    const file = join(folder, `${name}.txt`);
    // A call that is repeated after a crash finds its file; the newer text is the one that its pointer speaks of.
    const taken = await access(file).then(
      () => true,
      () => false,
    );
    const path = taken ? join(folder, `${name}-${randomUUID().slice(0, 8)}.txt`) : file;
    await writeFile(path, redact === undefined ? text : redact(text), { mode: 0o600, flag: 'wx' });
    return path;
  };
}
