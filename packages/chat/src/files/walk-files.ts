import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

interface WalkOptions {
  readonly signal: AbortSignal;
  /** The walk ends at so many files. */
  readonly most: number;
}

/** The files of a folder and of those below it, for a machine without ripgrep. Hidden folders and packages are left out. */
export async function walkFiles(folder: string, { signal, most }: WalkOptions): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting = [''];
  for (let at = waiting.shift(); at !== undefined && found.length < most && !signal.aborted; at = waiting.shift()) {
    for (const entry of await entriesOf(join(folder, at))) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isFile()) found.push(path);
      else if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') waiting.push(path);
    }
  }
  return found;
}

/** A folder that cannot be read has nothing to offer. */
const entriesOf = (folder: string) => readdir(folder, { withFileTypes: true }).catch(() => []);
