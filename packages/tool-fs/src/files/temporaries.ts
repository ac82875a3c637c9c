import { randomUUID } from 'node:crypto';
import { unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode, makeFolder, ownMark } from '@loadout/node';

/**
 * Knows of every temporary file before it is made, so that one left by a process that was killed can be found again: a
 * record for each, named after its process, with the file's path in it. Never synced: it has to outlive the process only.
 */
export interface Temporaries {
  /** Gives the name for a temporary file in this folder. `forget` once it is gone. */
  announce(folder: string): { readonly name: string; forget(): void };
}

export const temporaryName = (id: string) => `.loadout-${id}.tmp`;

export function createTemporaries(recordDir: string): Temporaries {
  let prefix: string | undefined;
  return {
    announce(folder) {
      prefix ??= prefixOf();
      const id = randomUUID();
      const record = join(recordDir, `${prefix}_${id}`);
      const name = temporaryName(id);
      put(record, { recordDir, content: join(folder, name) });
      return { name, forget: () => remove(record) };
    },
  };
}

function prefixOf(): string {
  const { pid, started, namespace } = ownMark();
  return [pid, started, namespace].join('_');
}

/** A state folder that cannot be written to keeps no file from being written: only its leftovers are not found then. */
function put(record: string, { recordDir, content }: { readonly recordDir: string; readonly content: string }): void {
  const write = () => writeFileSync(record, content, { mode: 0o600 });
  try {
    write();
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) return;
    try {
      makeFolder(recordDir);
      write();
    } catch {}
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // The record could not be written.
  }
}
