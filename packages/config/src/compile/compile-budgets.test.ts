import { afterAll, expect, it } from 'vitest';
import type { LoadOptions } from '../load/load-options.js';
import { load as loadIn, makeSandbox } from '../load/sandbox.fixture.js';

const sandbox = makeSandbox();
sandbox.install('@loadout/budgets', {});
const load = (cwd: string, options: Partial<LoadOptions> = {}) => loadIn(cwd, { packageRoots: [sandbox.root], ...options });
afterAll(() => sandbox.remove());

it('budgets of the file and of the settings all apply, and those of the settings count every configuration (COST-06)', async () => {
  const cwd = sandbox.project({
    'managed.yaml': 'budgets: { team: { usd: 50, per: month } }\n',
    'user.yaml': 'budgets: { team: { usd: 5, per: day, user: "*" } }\n',
    'agent.config.yaml': 'budgets:\n  team: { usd: 100, per: day, agent: a }\nagents: { a: {} }\n',
  });
  const settings = { userFile: `${cwd}/user.yaml`, managedFile: `${cwd}/managed.yaml` };
  expect((await load(cwd, settings)).plan.budgets).toEqual([
    { name: 'team', usd: 50, per: 'month', everywhere: true, position: { file: `${cwd}/managed.yaml`, line: 1, column: 18 } },
    {
      name: 'team',
      usd: 5,
      per: 'day',
      user: '*',
      everywhere: true,
      position: { file: `${cwd}/user.yaml`, line: 1, column: 18 },
    },
    { name: 'team', usd: 100, per: 'day', agent: 'a', position: { file: `${cwd}/agent.config.yaml`, line: 2, column: 9 } },
  ]);
});

it('a file that extends another, or a profile, can only make a budget smaller (COST-06)', async () => {
  const cwd = sandbox.project({
    'base.yaml': 'budgets: { team: { usd: 20, per: day }, other: { usd: 5, per: day } }\n',
    'agent.config.yaml':
      'extends: ./base.yaml\nbudgets: { team: { usd: 50 }, other: { usd: 2 } }\nagents: { a: {} }\nprofiles: { small: { budgets: { team: { usd: 1 } } } }\n',
  });
  const usd = async (profile?: string) => (await load(cwd, { profile })).plan.budgets?.map((one) => one.usd);
  expect(await usd()).toEqual([20, 2]);
  expect(await usd('small')).toEqual([1, 2]);
});

it('there are none by default', async () => {
  expect((await load(sandbox.project({ 'agent.config.yaml': 'agents: { a: {} }\n' }))).plan).not.toHaveProperty('budgets');
});
