import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const FILES = [
  'package.json',
  'tsconfig.json',
  'README.md',
  'a.ts',
  'src/a.ts',
  'src/b.ts',
  'packages/a/package.json',
  'secrets/key',
];

/** A small project in a folder of its own. */
export function makeWorkspace() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-fuzz-')));
  for (const file of FILES) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '{}\n');
  }
  return root;
}
