import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Bench, setUp } from '../testing/context.js';

async function tree(names: readonly string[]): Promise<Bench> {
  const bench = await setUp();
  for (const name of names) {
    mkdirSync(dirname(join(bench.folder, name)), { recursive: true });
    writeFileSync(join(bench.folder, name), 'TOKEN\n');
  }
  return bench;
}

describe('several patterns in one text (GAP-B3)', () => {
  const FILES = ['a.ts', 'b.yml', 'c.md', 'src/d.ts', 'copy 1.txt', 'a, b.txt', '1.txt'];

  it.each([
    [{ glob: '*.ts,*.yml' }, ['a.ts', 'b.yml', 'src/d.ts']],
    [{ glob: '*.ts *.yml' }, ['a.ts', 'b.yml', 'src/d.ts']],
    [{ glob: '*.ts, *.yml' }, ['a.ts', 'b.yml', 'src/d.ts']],
    [{ glob: '*.{ts,yml}' }, ['a.ts', 'b.yml', 'src/d.ts']],
    [{ glob: '*.{ts,md} *.yml' }, ['a.ts', 'b.yml', 'c.md', 'src/d.ts']],
    [{ glob: 'a.ts,b.yml' }, ['a.ts', 'b.yml']],
    [{ glob: '*.ts,!src/**' }, ['a.ts']],
    [{ glob: 'copy *.txt' }, ['copy 1.txt']],
    [{ glob: 'copy 1.txt' }, ['copy 1.txt']],
    [{ glob: 'a, b.txt' }, ['a, b.txt']],
    [{ type: 'ts,md' }, ['a.ts', 'c.md', 'src/d.ts']],
  ])('are understood by Grep: %j', async (input, expected) => {
    const bench = await tree(FILES);
    const { structured } = await bench.call('Grep', { pattern: 'TOKEN', ...input });
    expect((structured.filenames as string[]).toSorted()).toEqual(expected);
  });

  it.each([
    ['*.ts,*.yml', ['a.ts', 'b.yml']],
    ['src/*.ts b.yml/../*.md', []],
    ['src/*.ts *.md', ['c.md', 'src/d.ts']],
    ['copy *.txt', ['copy 1.txt']],
  ])('are understood by Glob: %s', async (pattern, expected) => {
    const bench = await tree(FILES);
    const { structured } = await bench.call('Glob', { pattern });
    expect((structured.filenames as string[]).map((path) => path.slice(bench.folder.length + 1)).toSorted()).toEqual(expected);
  });
});
