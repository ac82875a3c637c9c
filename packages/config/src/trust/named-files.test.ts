import { mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fromValue } from '../document/from-value.js';
import { isBeyond, namedFiles } from './named-files.js';
import type { WatchedPaths } from './watched-paths.js';

/** Counts the places that are looked at, and finds nothing there. */
function asked(value: unknown): number {
  let places = 0;
  const count = (is: boolean) => () => {
    places += 1;
    return is;
  };
  const watched = { isFile: count(false), isFolder: count(false) } as unknown as WatchedPaths;
  const node = fromValue(value, { place: { file: '/p/agent.config.yaml' } } as never);
  namedFiles({ path: ['mcpServers', 'x'], node } as never, {
    root: '/p',
    configDir: '/p',
    watched,
    hash: String,
    useOf: () => undefined,
  });
  return places;
}

it('a part with ten times the texts, or a text with ten times the words, is looked through at ten times the places', () => {
  const texts = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`);
  expect(asked(texts(1_000))).toBeLessThanOrEqual(10 * asked(texts(100)));
  expect(asked(texts(1_000).join(' '))).toBeLessThanOrEqual(11 * asked(texts(100).join(' ')));
});

it('a link is where it leads, also before anything stands there', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-beyond-')));
  const at = (name: string) => join(root, name);
  writeFileSync(at('plain'), '');
  symlinkSync('plain', at('inner'));
  symlinkSync('../later', at('outer'));
  symlinkSync('circle', at('circle'));
  const names = ['plain', 'inner', 'missing', 'missing/deep', 'outer', 'outer/deep', 'circle'];
  expect(names.filter((name) => isBeyond(at(name), root))).toEqual(['outer', 'outer/deep', 'circle']);
});

it.each([
  '"./scripts/a b.sh"',
  "bash './scripts/a b.sh' now",
  './scripts/a\\ b.sh',
  '"$CLAUDE_PROJECT_DIR"/scripts/"a b.sh"',
  '"$CLAUDE_PROJECT_DIR/scripts/a b.sh" --flag',
  `sh -c "cd x && './scripts/a b.sh'"`,
])('a file whose name has a space is a part of what it is named by: %s', (command) => {
  const node = fromValue(command, { place: { file: '/p/agent.config.yaml' } } as never);
  const watched = {
    isFile: (path: string) => path === '/p/scripts/a b.sh',
    isFolder: () => false,
    content: () => Buffer.from(''),
  };
  const context = {
    root: '/p',
    configDir: '/p',
    watched: watched as unknown as WatchedPaths,
    hash: String,
    useOf: () => undefined,
  };
  expect(namedFiles({ path: ['hooks', 'Stop'], node } as never, context).files).toEqual(['/p/scripts/a b.sh']);
});
