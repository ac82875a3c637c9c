import type { HookPlan, Plan } from '@loadout/core/run';
import { describe, expect, it } from 'vitest';
import { PluginLoader } from '../plugins/plugin-loader.js';
import { agentOf, planOf } from './agent-options.js';
import { pluginRequests } from './plugin-requests.js';

const hook: HookPlan = { event: 'Stop', entry: { type: 'http', url: 'https://a.test/' } };
const mount = { mount: 'own', use: '@loadout/hooks', options: { allowedHttpHookUrls: ['*'] }, optional: false, overrides: {} };

function requested(parts: Partial<Plan>) {
  const plan = { ...planOf({}), ...parts };
  const agent = agentOf(plan, undefined);
  return pluginRequests({ plan, options: {}, agent, loader: new PluginLoader(plan, {}) }).map(({ use, options }) => [
    use,
    options,
  ]);
}

describe('the plugin of hook types', () => {
  it('is mounted only for a hook of the plan or of a skill', () => {
    const skill = {
      ...{ name: 's', description: '', aliases: [], modelInvocable: true, userInvocable: true, allowedTools: [] },
      ...{ disallowedTools: [], hooks: [hook], file: '/s/SKILL.md', dir: '/s' },
    };
    expect(requested({})).toEqual([]);
    expect(requested({ hooks: [hook] })).toEqual([['@loadout/hooks', {}]]);
    expect(requested({ skills: { s: skill } })).toEqual([['@loadout/hooks', {}]]);
  });

  it('sends http hooks only to addresses that the plan permits, whatever its own mount says (HOOK-19)', () => {
    const allowedHttpHookUrls = ['https://a.test/*'];
    const expected = [['@loadout/hooks', { allowedHttpHookUrls }]];
    expect(requested({ hooks: [hook], allowedHttpHookUrls })).toEqual(expected);
    expect(requested({ plugins: [mount], allowedHttpHookUrls })).toEqual(expected);
    expect(requested({ plugins: [mount] })).toEqual([['@loadout/hooks', { allowedHttpHookUrls: ['*'] }]]);
  });
});
