import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The workspace of the tests. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** A script of `scripts/`, which is plain JavaScript. The test declares its exports. */
export const loadScript = <T>(name: string): Promise<T> => import(new URL(`../../scripts/${name}`, import.meta.url).href);

/** Writes `files` into a temporary folder, gives its path to `body`, and removes it. */
export async function inFolder<T>(files: Readonly<Record<string, string>>, body: (dir: string) => T | Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'loadout-scripts-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      writeFileSync(join(dir, name), text);
    }
    return await body(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
