import { readFileSync } from 'node:fs';
import { type PermissionMode, RunSettings, SessionMode } from '@loadout/core';
import { describePlugin, describeTool } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import plugin from './index.js';

const packageFile = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

describePlugin(plugin, {
  describe,
  it,
  packageJson: packageFile,
  invalidOptions: [{ options: { pauseTimeout: 0 }, path: '/pauseTimeout' }],
});

const parts = await plugin.setup({ options: {} as never, mount: 'session', configDir: '/', stateDir: '/none' });
const toolOf = (name: string) => {
  const tool = parts.tools?.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`the plugin has no tool ${name}`);
  return tool;
};

const mode = (now: PermissionMode): SessionMode => ({ get: () => now, set: () => {} });
const settings: RunSettings = { list: () => [{ key: 'effort', description: 'Thought', value: 'low' }], set: () => {} };

describeTool(toolOf('EnterPlanMode'), {
  describe,
  it,
  services: [[SessionMode, mode('default')]],
  valid: [{ input: {} }],
  invalid: [{ name: 'a list', input: [], path: '' }],
});
describeTool(toolOf('ExitPlanMode'), {
  describe,
  it,
  services: [[SessionMode, mode('plan')]],
  valid: [{ input: { plan: 'a' } }],
  invalid: [{ input: {}, path: '/plan' }],
});
describeTool(toolOf('Config'), {
  describe,
  it,
  services: [[RunSettings, settings]],
  valid: [{ input: { action: 'list' } }, { input: { action: 'set', key: 'effort', value: null } }],
  invalid: [{ input: {}, path: '/action' }],
});
describeTool(toolOf('ToolSearch'), {
  describe,
  it,
  valid: [{ input: { query: 'a' } }],
  invalid: [
    { input: { query: 'a', max_results: 0 }, path: '/max_results' },
    { input: { query: 'select:' }, refusal: /nothing to search for/ },
  ],
});

describe('the plugin', () => {
  it('offers its tools also under the names that others have for them (ALIAS-14, ALIAS-15, ALIAS-19, ALIAS-20, ALIAS-28, ALIAS-30)', () => {
    expect(parts.tools?.map(({ name, aliases = [] }) => [name, ...aliases])).toEqual([
      ['AskUserQuestion', 'AskUser'],
      ['EnterPlanMode', 'PlanEnter'],
      ['ExitPlanMode', 'PlanExit'],
      ['Config'],
      ['ToolSearch', 'MCPSearch'],
      ['PauseForHuman', 'pause_for_human'],
    ]);
  });

  it('says that AskUserQuestion only reads, by the name that the interactive combination has for it (POOL-18, POOL-20)', () => {
    expect(toolOf('AskUserQuestion').annotations?.readOnlyHint).toBe(true);
  });

  it('lets no two of its calls run at once: each waits for a person or changes the session', () => {
    expect(parts.tools?.filter((tool) => tool.isConcurrencySafe !== undefined)).toEqual([]);
  });

  it('always asks a person before plan mode is left, and only then (TOOL-PLAN-02)', () => {
    expect(parts.tools?.filter((tool) => tool.requiresUserInteraction).map((tool) => tool.name)).toEqual(['ExitPlanMode']);
  });

  it('takes little of the first request', () => {
    const sent = parts.tools?.map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: (inputSchema as { json: unknown }).json,
    }));
    expect(JSON.stringify(sent).length).toBeLessThan(5500);
  });
});
