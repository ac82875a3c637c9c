import type { HookSet } from '@loadout/core';
import type { ModelProvider } from '@loadout/core/model';
import type { Plan } from '@loadout/core/run';
import { createAgent } from '@loadout/runner';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LiveAgent } from './live-agent.js';

const silent: ModelProvider = {
  name: 'silent',
  // biome-ignore lint/correctness/useYield: nothing is asked of it.
  async *stream() {
    throw new Error('nothing is asked');
  },
};

const planOf = (instructions: string): Plan => ({
  configFile: '/w/agent.config.yaml',
  configDir: process.cwd(),
  workspace: process.cwd(),
  plugins: [],
  providers: {},
  models: {},
  permissions: { mode: 'default', rules: [], additionalDirectories: [] },
  hooks: [],
  agents: {
    a: {
      name: 'a',
      instructions,
      models: [],
      tools: [],
      disallowedTools: [],
      permissions: { rules: [] },
      hooks: [],
      limits: {},
      concurrency: 10,
      model: {},
    },
  },
  secrets: [],
  sessions: {},
});

async function live(hooks: HookSet = {}) {
  const told: string[] = [];
  const closed: string[] = [];
  const file = { load: (): Plan => planOf('first') };
  const agent = await LiveAgent.start({
    load: async () => file.load(),
    make: async (plan) => {
      const made = await createAgent({ plan, agent: 'a', model: silent, hooks, env: {} });
      const { close } = made;
      return Object.assign(made, {
        close: () => {
          closed.push(made.spec.agent.instructions);
          return close();
        },
      });
    },
    tell: (line) => void told.push(line),
  });
  onTestFinished(() => agent.close());
  const instructions = () => agent.use(async ({ spec }) => spec.agent.instructions);
  return { agent, file, told, closed, instructions };
}

describe('the configuration of a process that lives long (CFG-11)', () => {
  it('is taken over before the next run when it has changed, and told once', async () => {
    const { file, told, closed, instructions } = await live();
    expect(await instructions()).toBe('first');
    file.load = () => planOf('second');
    expect([await instructions(), await instructions()]).toEqual(['second', 'second']);
    expect([told, closed]).toEqual([['The changed configuration is used from now on.'], ['first']]);
  });

  it('stays as it was while the changed one has problems, which are told once', async () => {
    const { file, told, instructions } = await live();
    file.load = () => {
      throw new Error('line 3: no');
    };
    expect([await instructions(), await instructions()]).toEqual(['first', 'first']);
    expect(told).toEqual(['The changed configuration is not used: line 3: no']);
    file.load = () => planOf('second');
    expect(await instructions()).toBe('second');
  });

  it('tells each change, and a problem again once the file was good in between', async () => {
    const { file, told, instructions } = await live();
    const broken = (): Plan => {
      throw new Error('line 3: no');
    };
    for (const load of [broken, () => planOf('first'), broken, () => planOf('second'), () => planOf('third')]) {
      file.load = load;
      await instructions();
    }
    const [problem, used] = [
      'The changed configuration is not used: line 3: no',
      'The changed configuration is used from now on.',
    ];
    expect(told).toEqual([problem, problem, used, used]);
  });

  it('stays as it was where a ConfigChange hook blocks (HOOK-02, HOOK-17)', async () => {
    const seen: unknown[] = [];
    const { file, told, instructions } = await live({
      ConfigChange: ({ source, file_path }) => {
        seen.push([source, file_path]);
        return { decision: 'block', reason: 'not on a Friday' };
      },
    });
    file.load = () => planOf('second');
    expect(await instructions()).toBe('first');
    expect(seen[0]).toEqual(['project_settings', '/w/agent.config.yaml']);
    expect(told).toEqual(['A hook keeps the configuration as it was: not on a Friday']);
  });

  it('leaves a run that is under way with the agent that it began with', async () => {
    const { agent, file, closed, instructions } = await live();
    const seen = await agent.use(async (before) => {
      file.load = () => planOf('second');
      expect(await instructions()).toBe('second');
      expect(closed).toEqual([]);
      return before.spec.agent.instructions;
    });
    expect([seen, closed]).toEqual(['first', ['first']]);
  });
});
