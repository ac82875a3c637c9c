import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface FoundFile {
  readonly path: string;
  readonly mtimeMs: number;
}

export interface WalkResult {
  readonly files: readonly FoundFile[];
  /** Folders that the system did not let us list. */
  readonly unreadable: number;
}

const FOLDERS_PER_TURN = 100;

/**
 * Lists the matching files under a folder. Links to folders are not followed; a link to a file counts as the file.
 * Synchronous calls in short runs: a tree of 30,000 files takes a tenth of a second, and other work still gets its turn.
 */
export async function walk(
  folder: string,
  want: {
    readonly matches: (path: string) => boolean;
    readonly depth: number;
    readonly skippedNames: ReadonlySet<string>;
    readonly signal: AbortSignal;
  },
): Promise<WalkResult> {
  const files: FoundFile[] = [];
  const open: { readonly path: string; readonly prefix: string; readonly depth: number }[] = [
    { path: folder, prefix: '', depth: 1 },
  ];
  let unreadable = 0;
  let visited = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const entries = list(next.path);
    if (entries === undefined) unreadable += 1;
    for (const entry of entries ?? []) {
      const inside = next.prefix + entry.name;
      if (entry.isDirectory()) {
        if (next.depth < want.depth && !want.skippedNames.has(entry.name))
          open.push({ path: join(next.path, entry.name), prefix: `${inside}/`, depth: next.depth + 1 });
      } else if (want.matches(inside)) addFile(files, join(next.path, entry.name));
    }
    visited += 1;
    if (visited % FOLDERS_PER_TURN === 0) await nextTurn();
    if (want.signal.aborted) break;
  }
  return { files, unreadable };
}

function list(path: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

function addFile(files: FoundFile[], path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() === true) files.push({ path, mtimeMs: stats.mtimeMs });
}
