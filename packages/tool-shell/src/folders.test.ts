import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { embedBare, makeWorkspace } from '../../../tests/lib/git-workspace.js';
import { openSession } from './testing/workspace.js';

const ALLOW = ['Bash(git:*)', 'Bash(npm test:*)', 'Bash(make:*)'];

describe('a rule for a program holds in the folders of the workspace itself (C3)', () => {
  const { workspace } = makeWorkspace({ 'packages/core/package.json': '{}', Makefile: 'x:\n' });

  it('also when an earlier call went there', async () => {
    const session = await openSession(workspace);
    await session.run('cd packages/core');
    expect(session.context.cwd).toBe(join(workspace, 'packages/core'));
    for (const command of ['git status', 'npm test', 'make'])
      expect(session.decide(command, { allow: ALLOW }).behavior).toBe('allow');
  });
});

describe('in a folder of somebody else, programs that take orders from its files are asked about (C3)', () => {
  it('the shown attack does not run: a folder that a first call enters, a filter that a second one starts (C3)', async () => {
    const { workspace, base } = makeWorkspace();
    embedBare(join(workspace, 'evil'), join(base, 'fired'));
    const session = await openSession(workspace);
    expect(await session.run('cd evil', { allow: ALLOW })).toBeDefined();
    expect(await session.run('git status', { allow: ALLOW })).toBeUndefined();
    // The rule Bash allows every command, but the environment still blocks this one.
    expect(await session.run('git add q; git status', { allow: ['Bash'] })).toContain("safe.bareRepository is 'explicit'");
    expect(existsSync(join(base, 'fired'))).toBe(false);
  });
});

describe('a rule that lets a script run', () => {
  it.each(['scripts/build.sh', './scripts/build.sh', '/scripts/*'])(
    'lets no command write it, which would then run what it likes: Bash(%s)',
    async (rule) => {
      const { workspace } = makeWorkspace({ 'scripts/build.sh': 'true\n' });
      const session = await openSession(workspace);
      const allow = ['Bash(echo:*)', `Bash(${rule})`];
      expect(session.decide('echo x > scripts/build.sh', { allow }).behavior).toBe('ask');
    },
  );
});
