import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { planGlob } from './pattern.js';

const PATHS = [
  ...['a.ts', '.ts', 'x/.ts', '.hidden/a.ts', '..ts', 'foo', 'x/foo', '...', 'x/...', '.d.ts', 'x/y.d.ts', '-x_1', 'a b.ts'],
  ...['é.ts', 'x/a.tsx', 'ts', 'x.ts/a', 'x.ts/a.ts'],
];

/** Applies a plan as the walk does: the depth, the suffix, the pattern. */
async function matches(pattern: string, dotfiles: boolean): Promise<readonly string[]> {
  const { depth, suffix, matches: isMatch } = await planGlob(pattern, { folder: '/', dotfiles });
  return PATHS.filter((path) => path.split('/').length <= depth && path.endsWith(suffix) && isMatch?.(path) !== false);
}

describe.each([true, false])('a plan with dotfiles: %s', (dot) => {
  it.each(['**', '**/*', '*', '*.ts', '**/*.ts', '**/*.d.ts', '**/*foo', '**/*-x_1', '**/*.', '**/?.ts', '**/*.ts*', 'x/**'])(
    'finds the paths that picomatch finds with %s',
    async (pattern) => {
      const below = pattern === 'x/**' ? '**' : pattern;
      const isMatch = picomatch(below, { dot });
      expect(await matches(pattern, dot)).toEqual(PATHS.filter((path) => isMatch(path)));
    },
  );
});
