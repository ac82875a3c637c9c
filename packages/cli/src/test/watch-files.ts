import { type FSWatcher, watch } from 'node:fs';
import { dirname, resolve } from 'node:path';

interface Watched {
  readonly files: readonly string[];
  /** Folders of which every file counts. */
  readonly folders: readonly string[];
}

/** Milliseconds without a further change after which a change counts, because editors write a file in several steps. */
const QUIET_MS = 80;

/** Resolves at the next change of one of the files, of a `*.test.yaml` beside them, or in one of the folders. */
export function nextChange({ files, folders }: Watched, signal: AbortSignal): Promise<void> {
  const named = new Set(files);
  return new Promise((changed) => {
    const watchers: FSWatcher[] = [];
    let timer: NodeJS.Timeout | undefined;
    const end = () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      signal.removeEventListener('abort', end);
      changed();
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(end, QUIET_MS);
    };
    const open = (folder: string, counts: (name: string) => boolean, recursive = false) =>
      watchers.push(
        watch(folder, { recursive }, (_, name) => (name === null || counts(name) ? soon() : undefined)).on('error', soon),
      );
    for (const folder of new Set(files.map((file) => dirname(file))))
      open(folder, (name) => named.has(resolve(folder, name)) || /\.test\.ya?ml$/.test(name));
    for (const folder of folders) open(folder, () => true, true);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}
