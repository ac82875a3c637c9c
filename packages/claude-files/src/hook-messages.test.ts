import { afterAll, beforeAll, expect, it } from 'vitest';
import { load, makeSandbox } from '../../config/src/load/sandbox.fixture.js';
import { ALL, loadWith, makeHome } from './claude/claude.fixture.js';

const sandbox = makeSandbox();
beforeAll(() => sandbox.install('@loadout/hooks', { hookTypes: { command: { type: 'object' } } }));
const home = makeHome();
afterAll(() => {
  sandbox.remove();
  home.remove();
});

it('the systemMessage of a hook in a .claude file is for people alone (HOOK-11)', async () => {
  const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'theirs' }] }] };
  const own = 'hooks: { SessionEnd: [{ hooks: [{ type: command, command: ours }] }] }\n';
  const cwd = sandbox.project({
    'agent.config.yaml': `compat: [settings, agents]\n${own}agents: { main: {} }\n`,
    '.git/HEAD': '',
    '.claude/settings.json': JSON.stringify({ hooks }),
    '.claude/agents/a.md': '---\nhooks: { Stop: [{ hooks: [{ type: command, command: agent }] }] }\n---\nHi.',
  });
  const { plan } = await load(cwd);
  const all = [...plan.hooks, ...(plan.agents.a?.hooks ?? [])].map(({ entry, messageTo }) => [entry.command, messageTo]);
  expect(Object.fromEntries(all)).toEqual({ ours: undefined, theirs: 'person', agent: 'person' });
});

it('the same applies when an engine reads the file (HOOK-11)', async () => {
  const settings = (command: string) => ({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } });
  const folders = home.make({
    home: { '.claude/settings.json': settings('user') },
    project: { '.claude/settings.json': settings('project') },
  });
  const { plan } = await loadWith(folders, { sources: ALL });
  expect(plan.hooks.map(({ entry, messageTo }) => [entry.command, messageTo])).toEqual([
    ['user', 'person'],
    ['project', 'person'],
  ]);
});
