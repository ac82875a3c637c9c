import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { pastedImage } from './image.js';
import { begunMention, mentionOf, mentionsIn } from './mention.js';
import { listFiles, pathFinder, withFolders } from './offered-files.js';

const env = { PATH: process.env.PATH ?? '' };

function folderWith(...paths: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-files-'));
  for (const path of paths) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
  return folder;
}

describe('the files of a folder', () => {
  it('are those that git does not ignore, the higher ones first', async () => {
    const folder = folderWith('b/c/d.ts', 'b/a.ts', 'z.md', '.github/ci.yml', 'dist/x.js', 'b/é 世.ts');
    execFileSync('git', ['init', '-q'], { cwd: folder });
    writeFileSync(join(folder, '.gitignore'), 'dist\n');
    expect(await listFiles(folder, env)).toEqual(['.gitignore', 'z.md', '.github/ci.yml', 'b/a.ts', 'b/é 世.ts', 'b/c/d.ts']);
  });

  it('have no name that could not be mentioned or shown', async () => {
    const folder = folderWith('a.ts', 'a"b.ts', 'new\nline.ts', 'esc\x1b[31m.ts');
    expect(await listFiles(folder, env)).toEqual(['a.ts']);
  });

  it('are read without following a link out of the folder', async () => {
    const folder = folderWith('a.ts');
    symlinkSync('/etc', join(folder, 'link'));
    expect(await listFiles(folder, env)).toEqual(['a.ts']);
  });
});

describe('a finder', () => {
  it('offers folders too, and nothing that the rules deny', async () => {
    const folder = folderWith('src/keys.ts', 'secrets/keys.pem', 'src/menu/menu.ts');
    const files = (await listFiles(folder, env)) ?? [];
    const find = pathFinder(withFolders(files), (path) => !path.startsWith('secrets/'));
    expect(find('keys')).toEqual(['src/keys.ts']);
    expect(find('menu')).toEqual(['src/menu/', 'src/menu/menu.ts']);
    expect(find('')).toEqual(['src/', 'src/keys.ts', 'src/menu/', 'src/menu/menu.ts']);
    expect(find('nosuch')).toEqual([]);
  });

  it('offers at most 200 of 20,000 paths, and asks the rules about no more than it has to', () => {
    const paths = Array.from(
      { length: 20_000 },
      (_, index) => `packages/p${index % 40}/src/room-${index % 300}/file-${index}.ts`,
    );
    let asked = 0;
    const isOffered = () => {
      asked += 1;
      return asked % 2 === 0;
    };
    const found = pathFinder(paths, isOffered)('p7file7');
    expect([found.length, asked]).toEqual([200, 400]);
  });
});

describe('a mention', () => {
  it.each([
    ['@', '', 1],
    ['see @src/in', 'src/in', 7],
    ['(@a', 'a', 2],
    ['a\n@a', 'a', 2],
    ['@"my fi', 'my fi', 7],
  ])('begins in %j', (before, query, length) => expect(begunMention(before)).toEqual({ query, length }));

  it.each(['me@example.com', 'see @a ', 'a@', '@"a b"', ''])('does not begin in %j', (before) =>
    expect(begunMention(before)).toBeUndefined(),
  );

  it.each(['a.ts', 'my notes.md', 'src/世界.png', 'a,b.ts'])('of %j is found again', (path) =>
    expect(mentionsIn(`See ${mentionOf(path)}, then (${mentionOf(path)}).`).map((one) => one.path)).toEqual([path]),
  );

  it('tells an image from other files', () => {
    expect(mentionsIn('@a.PNG and @b.jpeg, @c.webp; @d.svg @e.gif! me@f.png')).toEqual([
      { path: 'a.PNG', image: 'image/png' },
      { path: 'b.jpeg', image: 'image/jpeg' },
      { path: 'c.webp', image: 'image/webp' },
      { path: 'd.svg', image: undefined },
      { path: 'e.gif', image: 'image/gif' },
    ]);
  });
});

describe('a pasted path of an image', () => {
  const cwd = folderWith('a.png', 'my pic.jpg', 'back\\slash.gif', 'notes.md');
  const other = folderWith('b.webp');
  const place = { cwd, home: other };

  it.each([
    ['a.png', 'a.png'],
    [`${join(cwd, 'a.png')} `, 'a.png'],
    [`'${join(cwd, 'my pic.jpg')}'`, 'my pic.jpg'],
    [join(cwd, 'my pic.jpg').replaceAll(' ', '\\ '), 'my pic.jpg'],
    [pathToFileURL(join(cwd, 'my pic.jpg')).href, 'my pic.jpg'],
    ['"back\\slash.gif"', 'back\\slash.gif'],
    ['back\\slash.gif', 'back\\slash.gif'],
    ['~/b.webp', join(other, 'b.webp')],
    [`${join(other, 'b.webp')}\n`, join(other, 'b.webp')],
  ])('is known: %j', (text, path) => expect(pastedImage(text, place)).toBe(path));

  it.each(['notes.md', 'missing.png', 'see a.png', 'a.png\na.png', 'file:///%zz.png', '', 'x'.repeat(1_000_000)])(
    'is nothing else: %.40j',
    (text) => expect(pastedImage(text, place)).toBeUndefined(),
  );
});
