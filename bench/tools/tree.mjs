import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = /\.(?:[cm]?[jt]sx?|json|md|ya?ml|css|html)$/;
const LARGEST = 256 * 1024;
const FILES = 30_000;

/** A source tree of 30,000 files, made once from the sources that are installed here: real names, real depths, real text. */
export function sourceTree(given) {
  if (given !== undefined) return given;
  const tree = join(tmpdir(), 'loadout-bench-tree-1');
  const done = join(tree, '.complete');
  if (existsSync(done)) return tree;
  const files = [...sources(join(root, 'node_modules'), ''), ...sources(join(root, 'packages'), '')];
  let made = 0;
  for (let area = 0; made < FILES && files.length > 0; area++) {
    for (const { path, inside } of files) {
      if (made === FILES) break;
      // Searches skip folders of that name, and these are to be searched.
      const target = join(tree, `area-${area}`, inside.replaceAll('node_modules', 'modules'));
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(path, target);
      made += 1;
    }
    writeFileSync(join(tree, `area-${area}`, '.gitignore'), '*.log\ncoverage/\n.cache/\n/build/\n*.tsbuildinfo\n!keep.log\n');
  }
  writeFileSync(done, `${made} files\n`);
  return tree;
}

function* sources(folder, prefix) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const inside = prefix + entry.name;
    if (entry.isDirectory()) {
      if (entry.name !== '.git') yield* sources(path, `${inside}/`);
    } else if (entry.isFile() && SOURCES.test(entry.name) && statSync(path).size <= LARGEST) yield { path, inside };
  }
}
