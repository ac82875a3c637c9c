import { closeSync, constants, existsSync, fstatSync, mkdirSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@loadout/node';
import { RUN_TAG } from './process-guard.js';
import { shellQuoted } from './shell-quoted.js';

/**
 * Finds the folder in which a shell ended, while the shell's text stays exactly the given one. bash reads the prelude through
 * BASH_ENV before the command. The prelude unsets the variable and writes a note when the shell exits.
 */
export interface LastFolder {
  /** The file for BASH_ENV. */
  prelude(): string;
  /** The folder for notes. Commands can write there, so its content is not trusted; the prelude is elsewhere. */
  notes(): string;
  /** The folder for temporary files of commands in a sandbox. It is removed with the rest. */
  temporary(): string;
  /**
   * The folder in which the run's shell ended; `undefined` if there is no note, for instance after `exec` or a trap of the
   * command's own.
   */
  take(runId: string): string | undefined;
  dispose(): void;
}

const MOST_PATH_BYTES = 4096;

export function createLastFolder(): LastFolder {
  let made: string | undefined;
  const base = () => {
    if (made === undefined || !existsSync(join(made, 'prelude'))) {
      made = temporaryFolder('shell');
      for (const name of ['notes', 'tmp']) mkdirSync(join(made, name), { mode: 0o700 });
      writeFileSync(join(made, 'prelude'), preludeText(join(made, 'notes')), { mode: 0o600 });
    }
    return made;
  };
  return {
    prelude: () => join(base(), 'prelude'),
    notes: () => join(base(), 'notes'),
    temporary: () => join(base(), 'tmp'),
    take(runId) {
      if (made === undefined) return undefined;
      const note = join(made, 'notes', runId);
      try {
        return readNote(note);
      } catch {
        return undefined;
      } finally {
        rmSync(note, { recursive: true, force: true });
      }
    },
    dispose() {
      if (made !== undefined) rmSync(made, { recursive: true, force: true });
      made = undefined;
    },
  };
}

/** A command may have replaced the note with anything: a link is not followed, and a pipe is not waited for. */
function readNote(path: string): string | undefined {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) return undefined;
    const bytes = Buffer.alloc(MOST_PATH_BYTES + 1);
    const text = bytes.toString('utf8', 0, readSync(file, bytes)).replace(/\n$/, '');
    return text === '' || text.length > MOST_PATH_BYTES ? undefined : text;
  } finally {
    closeSync(file);
  }
}

/** The text of the prelude. It prints nothing under `set -x`, and works under `set -u` and `set -C`. */
function preludeText(folder: string): string {
  const leaveNote = `{ set +x; builtin pwd -P >|${shellQuoted(folder)}/"\${${RUN_TAG}##*:}"; } 2>/dev/null`;
  return `trap ${shellQuoted(leaveNote)} EXIT\nunset BASH_ENV\n`;
}
