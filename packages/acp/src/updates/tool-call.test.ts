import { expect, it } from 'vitest';
import { diffOf, kindOf, locationsOf } from './tool-call.js';

it.each([
  [{ file_path: 'a.txt', offset: 7 }, [{ path: '/repo/a.txt', line: 7 }]],
  [{ path: '/etc/hosts' }, [{ path: '/etc/hosts' }]],
  [{ notebook_path: 'n.ipynb', offset: -1 }, [{ path: '/repo/n.ipynb' }]],
  [{ file_path: 3, path: '' }, []],
  [undefined, []],
])('the place of a call with the input %j is a whole path', (input, expected) => {
  expect(locationsOf(input, '/repo')).toEqual(expected);
});

it('a tool that nobody here knows is of no kind', () => {
  expect([kindOf('Read'), kindOf('mcp__notes__find'), kindOf('constructor')]).toEqual(['read', 'other', 'other']);
});

it('a new file has no text before', () => {
  expect(diffOf({ path: '/a', before: '', after: 'x' })).toEqual({ type: 'diff', path: '/a', oldText: null, newText: 'x' });
});
