import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { CheckpointPlace } from './checkpoint-index.js';
import { rewind } from './rewind.js';
import { RunCheckpoints } from './run-checkpoints.js';

export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-checkpoints-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder with files, and the checkpoints of sessions that change them. */
export function bench() {
  const base = tempFolder();
  const folder = join(base, 'work');
  const checkpoints = join(base, 'artifacts', 'checkpoints');
  mkdirSync(folder);
  const at = (name: string) => join(folder, name);
  return {
    folder,
    at,
    text: (name: string) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : undefined),
    /** Changes a file as a person would: no checkpoint is made. */
    byHand: (name: string, content: string | Uint8Array) => {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), content);
    },
    session: (id = 's', from: Partial<CheckpointPlace> = {}) =>
      session({ dir: join(checkpoints, id), at: Date.now(), ...from }, at),
    tree: () => treeOf(folder),
  };
}

function session(place: CheckpointPlace, at: (name: string) => string) {
  let prompt: string | undefined;
  const open = () => new RunCheckpoints(place, () => prompt);
  let checkpoints = open();
  return {
    place,
    ask(next: string) {
      prompt = next;
      checkpoints.begin(next);
    },
    /** Opens the checkpoints as another process would, with the message that it works on, if any. */
    reopen(next?: string) {
      prompt = next;
      checkpoints = open();
    },
    before: (name: string) => checkpoints.before(at(name)),
    async put(name: string, content: string) {
      await checkpoints.before(at(name));
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), content);
    },
    rewind: (to: string, dryRun = false) => rewind(place, { prompt: to, dryRun }),
    preview: (to: string) => rewind(place, { prompt: to, dryRun: true, texts: true }),
    /** Returns the names of the copies. */
    copies: () => readdirSync(join(place.dir, 'content')),
    index: join(place.dir, 'index.jsonl'),
  };
}

/** Returns every path below a folder with mode and content; `null` for a folder. */
export function treeOf(folder: string, below = ''): Record<string, string | null> {
  const tree: Record<string, string | null> = {};
  for (const name of readdirSync(join(folder, below)).sort()) {
    const path = join(below, name);
    const stats = statSync(join(folder, path));
    if (stats.isDirectory()) Object.assign(tree, { [path]: null }, treeOf(folder, path));
    else tree[path] = `${(stats.mode & 0o777).toString(8)} ${readFileSync(join(folder, path)).toString('base64')}`;
  }
  return tree;
}
