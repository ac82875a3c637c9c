import { join } from 'node:path';
import { judgeConfig } from '@loadout/config';
import { afterAll, expect, it } from 'vitest';
import { makeSandbox } from '../../config/src/load/sandbox.fixture.js';
import { currentLock } from './current-lock.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());

it('contains the hooks of the file, of agents and of skills, with the bytes of their programs (CFG-07)', async () => {
  const hooks = (command: string) => `{ PreToolUse: [{ hooks: [{ type: command, command: ./${command}.sh }] }] }`;
  const cwd = sandbox.project({
    'agent.config.yaml': `compat: [skills]\nhooks: ${hooks('top')}\nagents: { a: { hooks: ${hooks('agent')} } }\n`,
    '.claude/skills/tidy/SKILL.md': `---\ndescription: Tidies.\nhooks: ${hooks('skill')}\n---\nTidy up.\n`,
    'top.sh': 'exit 0\n',
    'agent.sh': 'exit 0\n',
    'skill.sh': 'exit 0\n',
  });
  const verdict = await judgeConfig({ cwd, env: {}, trust: { file: join(cwd, 'trust.json') } });
  const { lock, files } = currentLock([], { configDir: cwd, verdict });
  expect(Object.entries(lock.hooks).map(([path, part]) => [path, Object.keys(part.files ?? {})])).toEqual([
    ['skills.tidy.hooks.PreToolUse[0].hooks[0]', ['skill.sh']],
    ['hooks.PreToolUse[0].hooks[0]', ['top.sh']],
    ['agents.a.hooks.PreToolUse[0].hooks[0]', ['agent.sh']],
  ]);
  expect(files).toContain(join(verdict.root, 'skill.sh'));
});
