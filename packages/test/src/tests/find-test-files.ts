import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { configsIn } from '@loadout/config';
import { CONFIG_FOLDER, CONFIG_NAMES } from '@loadout/config/documents';

const IS_TEST = /\.test\.ya?ml$/;

/**
 * Returns the `*.test.yaml` files below a folder, sorted. A folder with a configuration of its own is another project, whose tests are not
 * part of this one. Hidden folders, `node_modules`, links to folders, and folders that cannot be read or vanish are left out.
 */
export function findTestFiles(folder: string): readonly string[] {
  const files: string[] = [];
  const visit = (dir: string, entries: readonly Dirent[] | undefined) => {
    if (entries === undefined || (dir !== folder && isProject(dir, entries))) return;
    for (const entry of entries) {
      const path = join(dir, entry.name);
      if (entry.isFile() && IS_TEST.test(entry.name)) files.push(path);
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) visit(path, entriesOf(path));
    }
  };
  visit(folder, readdirSync(folder, { withFileTypes: true }));
  return files.sort();
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
