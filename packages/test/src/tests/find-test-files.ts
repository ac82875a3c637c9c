import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { configsIn } from '@loadout/config';
import { CONFIG_FOLDER, CONFIG_NAMES } from '@loadout/config/documents';

export interface FoundTests {
  /** The `*.test.yaml` files, sorted. */
  readonly files: readonly string[];
  /** The folders where a file of tests counts. */
  readonly folders: readonly string[];
}

const IS_TEST = /\.test\.ya?ml$/;

/**
 * Returns the `*.test.yaml` files below a folder. A folder with a configuration of its own is another project, whose tests are not
 * part of this one. Hidden folders, `node_modules`, links to folders, and folders that cannot be read or vanish are left out.
 */
export function findTestFiles(folder: string): FoundTests {
  const [files, folders]: [string[], string[]] = [[], []];
  const visit = (dir: string, entries: readonly Dirent[] | undefined) => {
    if (entries === undefined || (dir !== folder && isProject(dir, entries))) return;
    folders.push(dir);
    for (const entry of entries) {
      const path = join(dir, entry.name);
      if (entry.isFile() && IS_TEST.test(entry.name)) files.push(path);
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) visit(path, entriesOf(path));
    }
  };
  visit(folder, readdirSync(folder, { withFileTypes: true }));
  return { files: files.sort(), folders };
}

const isProject = (dir: string, entries: readonly Dirent[]): boolean =>
  entries.some(({ name }) => CONFIG_NAMES.includes(name) || (name === CONFIG_FOLDER && configsIn(dir).length > 0));

function entriesOf(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}
