import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { load, makeSandbox } from '../../../config/src/load/sandbox.fixture.js';
import { ALL, loadWith, makeHome } from '../claude/claude.fixture.js';

const sandbox = makeSandbox();
const home = makeHome();
afterAll(() => {
  sandbox.remove();
  home.remove();
});

it('a plan lists the instruction files of every agent, with their imports (HOOK-03)', async () => {
  const files = { '.git/HEAD': '', 'CLAUDE.md': 'Be kind. @style.md\n', 'style.md': 'Two spaces.', 'CLAUDE.local.md': 'Mine.' };
  const config = 'compat: [instructions]\nagents: { main: { instructions: Answer. } }\n';
  const cwd = sandbox.project({ 'agent.config.yaml': config, ...files });
  expect((await load(cwd)).plan.instructionFiles).toEqual([
    { path: join(cwd, 'CLAUDE.md'), type: 'Project' },
    { path: join(cwd, 'style.md'), type: 'Project' },
    { path: join(cwd, 'CLAUDE.local.md'), type: 'Local' },
  ]);
  const named = 'defaults: { instructions: [Be brief., { file: house.md }] }\nagents: { main: {} }\n';
  const other = sandbox.project({ 'agent.config.yaml': named, 'house.md': 'House rules.' });
  expect((await load(other)).plan.instructionFiles).toEqual([{ path: join(other, 'house.md'), type: 'Project' }]);
  const none = sandbox.project({ 'agent.config.yaml': 'agents: { main: { instructions: Answer. } }\n' });
  expect((await load(none)).plan).not.toHaveProperty('instructionFiles');
});

it("a plan lists the owner of each instruction file when an engine reads the user's files too (HOOK-03)", async () => {
  const folders = home.make({ home: { '.claude/CLAUDE.md': 'Short.' }, project: { 'CLAUDE.md': 'Kind.' } });
  const { plan } = await loadWith(folders, { sources: ALL });
  expect(plan.instructionFiles).toEqual([
    { path: join(folders.home, '.claude', 'CLAUDE.md'), type: 'User' },
    { path: join(folders.cwd, 'CLAUDE.md'), type: 'Project' },
  ]);
});
