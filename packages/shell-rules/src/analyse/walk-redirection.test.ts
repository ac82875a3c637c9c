import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.js';

describe('redirections (PERM-10)', () => {
  it.each([
    ['echo a > out', [{ kind: 'write', path: 'out' }]],
    ['echo a >> "o u t"', [{ kind: 'write', path: 'o u t' }]],
    ['ls &> all.log', [{ kind: 'write', path: 'all.log' }]],
    ['ls >& all.log', [{ kind: 'write', path: 'all.log' }]],
    ['ls >| x 2>/dev/null', [{ kind: 'write', path: 'x' }]],
    ['make < in', [{ kind: 'read', path: 'in' }]],
    [
      'make <> both',
      [
        { kind: 'write', path: 'both' },
        { kind: 'read', path: 'both' },
      ],
    ],
    ['> made', [{ kind: 'write', path: 'made' }]],
    ['make >&2 2>&1 2>&- </dev/null', []],
  ])('tells the files that %j redirects to and from', (command, files) => {
    expect(analyse(command)).toMatchObject({ files, unclear: undefined, readOnly: false });
  });
});
