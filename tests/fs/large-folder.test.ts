import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breadth } from '../lib/breadth.js';

/** LOADOUT_ENTRIES=1000000 uses a million files. Creating them takes most of the time. */
const ENTRIES = Number(process.env.LOADOUT_ENTRIES ?? breadth(20_000, 4_000));
const MOST_GROWTH_MB = 64;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-large-')));
const program = fileURLToPath(new URL('./large-folder.mjs', import.meta.url));

beforeAll(() => {
  mkdirSync(join(folder, 'many'));
  for (let index = 0; index < ENTRIES; index++) writeFileSync(join(folder, 'many', `file-${index}.txt`), '');
  writeFileSync(join(folder, 'many', 'needle.txt'), 'a needle\n');
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function call(name: string, input: object, options: object = {}) {
  const args = [program, folder, name, JSON.stringify(input), JSON.stringify(options)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as { content: string; isError: boolean; grownMb: number; usable: boolean };
}

describe(`a folder of ${ENTRIES.toLocaleString('en')} entries`, () => {
  it('is listed within bounds, counted whole (TOOL-GLOB-03)', async () => {
    const { content, isError, grownMb, usable } = await call('Glob', { pattern: '**/*' });
    expect({ isError, usable }).toEqual({ isError: false, usable: true });
    expect(content.replaceAll(',', '')).toContain(String(ENTRIES + 1));
    expect(grownMb).toBeLessThan(MOST_GROWTH_MB);
  });

  it('is searched within bounds (TOOL-GREP-02)', async () => {
    const input = { pattern: 'needle', output_mode: 'content' };
    const { content, isError, grownMb, usable } = await call('Grep', input, { grepTimeout: 30 });
    expect({ isError, usable }).toEqual({ isError: false, usable: true });
    // A search may end before it has opened a million files one by one. Its result then says so.
    expect(content).toMatch(/needle\.txt:1:a needle|stopped before its end/);
    expect(grownMb).toBeLessThan(MOST_GROWTH_MB);
  });
});
