import { expect, it } from 'vitest';
import { edit, recorded, recordOf, run } from './calls.test-kit.js';
import { movedRecord } from './moved-record.js';

it('what lay in the folder of a session on another machine lies in the workspace, and nothing else moves', () => {
  const names = [{ word: 'a.ts', path: '/repo/a.ts' }];
  const made = {
    tool: 'Bash',
    touches: [...edit('/repo/src/a.ts').touches, ...edit('/repository/b').touches, { ...run('rm', 'a.ts'), names }],
  };
  const record = recordOf([recorded(made, 'allowed')]);
  const [moved] = movedRecord(record, '/runner/work').calls;
  expect(moved?.cwd).toBe('/runner/work');
  expect(moved?.call.accesses).toEqual([
    { kind: 'write', path: '/runner/work/src/a.ts' },
    { kind: 'write', path: '/repository/b' },
    { ...run('rm', 'a.ts'), names: [{ word: 'a.ts', path: '/runner/work/a.ts' }] },
  ]);
  expect(movedRecord(record, '/repo').calls).toEqual(record.calls);
});
