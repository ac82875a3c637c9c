import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { load, makeSandbox, problems, rendered } from '../load/sandbox.fixture.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());

const BUDGETS = 'budgets: { team: { usd: 5, per: day } }\n';
const CHECKPOINTS = 'sessions: { checkpoints: true }\n';
const AGENT = 'agents: { a: {} }\n';
const project = (own: string, settings = '') => {
  const cwd = sandbox.project({ 'agent.config.yaml': `${own}${AGENT}`, 'settings.yaml': settings });
  return { cwd, file: join(cwd, 'settings.yaml') };
};

describe('a key whose package is not installed', () => {
  it.each([
    ['budgets', BUDGETS, 'budgets'],
    ['checkpoints', CHECKPOINTS, 'sessions.checkpoints'],
    ['telemetry', 'telemetry: { otel: true }\n', 'telemetry.otel'],
  ])('is an error: %s', async (_, text, path) => {
    const { cwd } = project(text);
    expect(await problems(cwd)).toEqual([`CONFIG_PLUGIN_MISSING ${path}`]);
  });

  it.each([
    ['budgets', BUDGETS, 'budgets', 'userFile'],
    ['budgets', BUDGETS, 'budgets', 'managedFile'],
    ['checkpoints', CHECKPOINTS, 'sessions.checkpoints', 'userFile'],
    ['checkpoints', CHECKPOINTS, 'sessions.checkpoints', 'managedFile'],
  ])('is an error in settings too: %s', async (_, text, path, layer) => {
    const { cwd, file } = project('', text);
    expect(await problems(cwd, { [layer]: file })).toEqual([`CONFIG_PLUGIN_MISSING ${path}`]);
  });

  it('is shown at its place, with the line that installs the package', async () => {
    const { cwd, file } = project('', BUDGETS);
    const text = await rendered(cwd, { managedFile: file });
    expect(text).toContain('settings.yaml:1:1');
    expect(text).toContain('budgets uses @loadout/budgets, which is not installed.');
    expect(text).toContain('npm install @loadout/budgets');
  });

  it('is not answered by a package in the project, which may be part of a cloned repository', async () => {
    const { cwd } = project(BUDGETS);
    expect(await problems(cwd, { packageRoots: [join(cwd, 'elsewhere')] })).toEqual(['CONFIG_PLUGIN_MISSING budgets']);
  });
});

it.each(['budgets: {}\n', 'sessions: { checkpoints: false }\n', 'telemetry: { otel: false }\n', ''])(
  'a key that asks for nothing needs no package: %j',
  async (text) => {
    const { cwd } = project(text);
    expect(await problems(cwd)).toEqual([]);
  },
);

it('a key whose package is installed beside Loadout is no problem', async () => {
  const own = makeSandbox();
  own.install('@loadout/budgets', {});
  own.install('@loadout/checkpoints', {});
  const { cwd } = project(`${BUDGETS}${CHECKPOINTS}`);
  const { plan } = await load(cwd, { packageRoots: [own.root] });
  own.remove();
  expect([plan.budgets?.length, plan.sessions.checkpoints]).toEqual([1, true]);
});
