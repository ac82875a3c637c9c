import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@loadout/node';

/** A file for output that memory does not keep, up to a size limit. */
export interface SpillFile {
  /** An absolute path. */
  readonly path: string;
  /** The first bytes create the file. */
  write(chunk: Buffer): void;
  isFull(): boolean;
  close(): void;
  remove(): void;
  /**
   * The place of the file and how much of the output it contains, for people. `undefined` before the first write, or if the file
   * could not be written.
   */
  place(): string | undefined;
}

const MOST_BYTES = 64 * 1024 * 1024;

export function createSpillFile(
  at: { readonly folder: string; readonly name: string },
  { most = MOST_BYTES }: { readonly most?: number | undefined } = {},
): SpillFile {
  const path = join(at.folder, at.name);
  let file: number | undefined;
  let broken = false;
  let written = 0;
  let lost = false;
  const close = () => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  return {
    path,
    write(chunk) {
      const bytes = chunk.subarray(0, most - written);
      lost ||= bytes.length < chunk.length;
      if (broken || bytes.length === 0) return;
      try {
        if (written === 0) makeFolder(at.folder);
        file ??= openSync(path, 'ax', 0o600);
        written += writeSync(file, bytes);
      } catch {
        // On a full disk the command continues, and the output in memory is still returned.
        broken = true;
        close();
      }
    },
    isFull: () => lost || broken,
    close,
    remove() {
      close();
      rmSync(path, { force: true });
    },
    place: () => (written === 0 || broken ? undefined : lost ? `${path} (its first ${inMiB(most)} MiB)` : path),
  };
}

const inMiB = (bytes: number) => Math.round(bytes / 1024 / 102.4) / 10;
