import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isWithin } from './is-within.js';

/** A folder whose files came from an archive, a clone or from outside of the working directories. */
export interface MadeFolder {
  readonly path: string;
  /** The command that filled it. */
  readonly by: string;
}

/**
 * The folders that commands of this session filled from elsewhere. They are stored beside the session, so that a resumed session
 * knows them.
 */
export interface MadeFolders {
  add(folders: readonly MadeFolder[]): void;
  within(path: string): MadeFolder | undefined;
}

const FILE = 'filled-folders.jsonl';
const MOST_TEXT = 200;

/** All sessions of one run share the folders: subagents work in the same folders. */
export function createMadeFolders(): (artifactDir: string) => MadeFolders {
  const known = new Map<string, MadeFolder>();
  const read = new Set<string>();
  return (artifactDir) => {
    if (!read.has(artifactDir)) {
      read.add(artifactDir);
      for (const one of kept(join(artifactDir, FILE))) known.set(one.path, one);
    }
    return {
      add(folders) {
        const fresh = folders
          .filter(({ path }) => !known.has(path))
          .map(({ path, by }) => ({ path, by: by.slice(0, MOST_TEXT) }));
        if (fresh.length === 0) return;
        for (const one of fresh) known.set(one.path, one);
        mkdirSync(artifactDir, { recursive: true });
        appendFileSync(join(artifactDir, FILE), fresh.map((one) => `${JSON.stringify(one)}\n`).join(''), { mode: 0o600 });
      },
      within: (path) => (known.size === 0 ? undefined : [...known.values()].find((one) => isWithin(path, one.path))),
    };
  };
}

function kept(path: string): readonly MadeFolder[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return [];
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line): MadeFolder[] => {
      try {
        const one = JSON.parse(line) as MadeFolder;
        return typeof one.path === 'string' && typeof one.by === 'string' ? [one] : [];
      } catch {
        return [];
      }
    });
}
