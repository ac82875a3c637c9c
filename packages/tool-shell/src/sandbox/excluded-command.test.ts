import type { Access } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { runsOutside } from './excluded-command.js';

const run = (...words: string[]): Access => ({ kind: 'run', text: words.join(' '), words });
const unclear: Access = { kind: 'run', text: 'docker $x', unclear: 'a variable' };

describe('a command runs outside of the sandbox (SBX-01)', () => {
  it('when every simple command of it is named, whole or from its beginning', () => {
    expect(runsOutside([run('docker', 'ps')], ['docker:*'])).toBe(true);
    expect(runsOutside([run('docker')], ['docker *'])).toBe(true);
    expect(runsOutside([run('npm', 'test'), run('docker', 'ps'), { kind: 'read', path: '/x' }], ['docker:*', 'npm test'])).toBe(
      true,
    );
  });

  it('and in no other case', () => {
    expect(runsOutside([run('docker', 'ps'), run('rm', 'x')], ['docker:*'])).toBe(false);
    expect(runsOutside([run('npm', 'test', 'x')], ['npm test'])).toBe(false);
    expect(runsOutside([run('dockerx')], ['docker:*'])).toBe(false);
    expect(runsOutside([run('/tmp/docker')], ['docker:*'])).toBe(false);
    expect(runsOutside([run('docker'), unclear], ['docker:*'])).toBe(false);
    expect(runsOutside([run('docker')], ['*', ':*', '', 'd*'])).toBe(false);
    expect(runsOutside([{ kind: 'run', text: 'docker' }], ['docker:*'])).toBe(false);
    expect(runsOutside([], ['docker:*'])).toBe(false);
  });
});
