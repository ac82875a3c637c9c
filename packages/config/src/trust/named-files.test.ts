import { expect, it } from 'vitest';
import { fromValue } from '../document/from-value.js';
import { namedFiles } from './named-files.js';
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
