import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RUN_TAG } from './child-env.js';

/**
 * Learns in which folder a shell ended, while the text it runs stays exactly the given one. bash reads the prelude through
 * BASH_ENV before the command; the prelude takes that variable away again and leaves a note when the shell exits.
 */
export interface LastFolder {
  /** The file for BASH_ENV. */
  prelude(): string;
  /** Where the run's shell ended; `undefined` when it did not say, for instance after `exec` or a trap of its own. */
  take(runId: string): string | undefined;
  dispose(): void;
}

export function createLastFolder(): LastFolder {
  let folder: string | undefined;
  const preludeIn = (path: string) => join(path, 'prelude');
  return {
    prelude() {
      if (folder === undefined || !existsSync(preludeIn(folder))) {
        folder = mkdtempSync(join(tmpdir(), 'loadout-shell-'));
        writeFileSync(preludeIn(folder), preludeText(folder), { mode: 0o600 });
      }
      return preludeIn(folder);
    },
    take(runId) {
      if (folder === undefined) return undefined;
      const note = join(folder, runId);
      try {
        const path = readFileSync(note, 'utf8').replace(/\n$/, '');
        rmSync(note);
        return path === '' ? undefined : path;
      } catch {
        return undefined;
      }
    },
    dispose() {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
      folder = undefined;
    },
  };
}

/** Quiet under `set -x`, harmless under `set -u` and `set -C`. */
function preludeText(folder: string): string {
  const leaveNote = `{ set +x; builtin pwd -P >|${quoted(folder)}/"\${${RUN_TAG}##*:}"; } 2>/dev/null`;
  return `trap ${quoted(leaveNote)} EXIT\nunset BASH_ENV\n`;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
