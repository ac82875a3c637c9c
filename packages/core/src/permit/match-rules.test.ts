import { expect, it } from 'vitest';
import type { Access } from '../contract/permission.js';
import { decide } from './decide.js';
import { callOf, layersOf, rule } from './decide.test-kit.js';

/** Rules that compare every path and match none. */
const rulesFor = (count: number) =>
  Array.from({ length: count }, (_, index) => [
    rule('deny', `Read(secrets-${index}/**)`),
    rule('ask', `Edit(//etc/${index}/*)`),
    rule('allow', `Edit(out-${index}/**)`),
    rule('deny', `Bash(run-${index} *)`),
  ]).flat();

/** Returns how often a decision under so many rules reads the path that `accessWith` makes an access of. */
function looksAt(accessWith: (path: () => string) => Access, count: number): number {
  let looks = 0;
  const access = accessWith(() => {
    looks += 1;
    return '/repo/src/a.ts';
  });
  decide(callOf('Bash', [access]), layersOf(rulesFor(count)));
  return looks;
}

it.each<[string, (path: () => string) => Access]>([
  [
    'read',
    (path) => ({
      kind: 'read',
      get path() {
        return path();
      },
    }),
  ],
  [
    'folder with all below it',
    (path) => ({
      kind: 'read',
      below: true,
      get path() {
        return path();
      },
    }),
  ],
  [
    'write',
    (path) => ({
      kind: 'write',
      get path() {
        return path();
      },
    }),
  ],
  [
    'word of a command',
    (path) => ({
      kind: 'run',
      text: 'foo a.ts',
      words: ['foo', 'a.ts'],
      names: [
        {
          word: 'a.ts',
          get path() {
            return path();
          },
        },
      ],
    }),
  ],
])('the path of a %s is looked at as often under 400 rules as under 4', (_, accessWith) => {
  const few = looksAt(accessWith, 1);
  expect(few).toBeGreaterThan(0);
  expect(looksAt(accessWith, 100)).toBe(few);
});
