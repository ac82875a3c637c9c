import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Bench, setUp } from '../testing/context.js';

const SHOT = 'Shot at 10.20\u202fAM.txt';
const CAFE = 'cafe\u0301.txt';

async function folderWith(...names: readonly string[]): Promise<Bench> {
  const bench = await setUp();
  for (const name of names) writeFileSync(join(bench.folder, name), `TOKEN ${name}\n`);
  return bench;
}

describe('a name that looks like the only one there (GAP-B3)', () => {
  it.each([
    ['Shot at 10.20 AM.txt', SHOT, 'Shot at 10.20\\u202fAM.txt'],
    ['café.txt', CAFE, 'cafe\\u0301.txt'],
    ['it’s.txt', "it's.txt", "it's.txt"],
  ])('is read by Read, which says so: %s', async (asked, name, shown) => {
    const bench = await folderWith(name, 'other.txt');
    const { content, structured } = await bench.call('Read', { file_path: asked });
    expect(content).toContain(`${shown}: no file has the given name, and this one looks the same.)`);
    expect(content).toContain(`1\tTOKEN ${name}`);
    expect(structured).toMatchObject({ file: { filePath: join(bench.folder, name) } });
  });

  it('is also a folder on the way', async () => {
    const bench = await setUp();
    mkdirSync(join(bench.folder, 're\u0301sume\u0301'));
    writeFileSync(join(bench.folder, 're\u0301sume\u0301/a.txt'), 'inside\n');
    expect((await bench.call('Read', { file_path: 'résumé/a.txt' })).content).toContain('inside');
    expect((await bench.call('Glob', { pattern: 'résumé/*.txt' })).content).toContain('a.txt');
    expect((await bench.call('Grep', { pattern: 'inside', path: 'résumé' })).structured).toMatchObject({ numFiles: 1 });
  });

  it('gives way to the exact name', async () => {
    const bench = await folderWith(CAFE, 'café.txt');
    expect((await bench.call('Read', { file_path: 'café.txt' })).content).toBe('1\tTOKEN café.txt');
  });

  it('is not guessed among several, and the error shows how one of them is written', async () => {
    const bench = await folderWith('a\u202fb.txt', 'a\u00a0b.txt');
    const { content, isError } = await bench.call('Read', { file_path: 'a b.txt' });
    expect(isError).toBe(true);
    expect(content).toMatch(/Did you mean .*a\\u(202f|00a0)b\.txt\?/);
  });

  it('is edited in place, and a file is still created under the exact name', async () => {
    const bench = await folderWith(CAFE);
    await bench.call('Read', { file_path: 'café.txt' });
    await bench.call('Edit', { file_path: 'café.txt', old_string: 'TOKEN', new_string: 'EDITED' });
    expect(readFileSync(join(bench.folder, CAFE), 'utf8')).toContain('EDITED');
    await bench.call('Write', { file_path: 'café.txt', content: 'new' });
    expect(readFileSync(join(bench.folder, 'café.txt'), 'utf8')).toBe('new');
  });

  it.each(['café*', 'cafe\u0301*', '*é.txt'])('is found by the pattern %s', async (pattern) => {
    const bench = await folderWith(CAFE, SHOT);
    expect((await bench.call('Glob', { pattern })).structured).toMatchObject({ filenames: [join(bench.folder, CAFE)] });
    expect((await bench.call('Grep', { pattern: 'TOKEN', glob: pattern })).structured).toMatchObject({ filenames: [CAFE] });
  });

  it('is found by a pattern with plain blanks', async () => {
    const bench = await folderWith(CAFE, SHOT);
    const pattern = 'Shot at 10.20 AM.*';
    expect((await bench.call('Glob', { pattern })).structured).toMatchObject({ filenames: [join(bench.folder, SHOT)] });
    expect((await bench.call('Grep', { pattern: 'TOKEN', glob: pattern })).structured).toMatchObject({ filenames: [SHOT] });
  });
});
