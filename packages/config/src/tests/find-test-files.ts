import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const IS_TEST = /\.test\.ya?ml$/;
const IS_CONFIG = /^agent\.config\.(?:ya?ml|json|ts|js|mjs)$/;

/**
 * Returns the `*.test.yaml` files below a folder, sorted. A folder with a configuration of its own is another project, whose tests
 * are not part of this one. Hidden folders, `node_modules` and links to folders are left out.
 */
export function findTestFiles(folder: string): readonly string[] {
  const found: string[] = [];
  const visit = (dir: string, isTop: boolean) => {
    const entries = readdirSync(dir, { withFileTypes: true });
    if (!isTop && entries.some((entry) => IS_CONFIG.test(entry.name))) return;
    for (const entry of entries) {
      const path = join(dir, entry.name);
      if (entry.isFile() && IS_TEST.test(entry.name)) found.push(path);
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) visit(path, false);
    }
  };
  visit(folder, true);
  return found.sort();
}
