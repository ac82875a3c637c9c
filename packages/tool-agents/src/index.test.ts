import { readFileSync } from 'node:fs';
import { compileSchema, type Tool } from '@loadout/core';
import { callTool, describePlugin, testContext } from '@loadout/testing';
import { afterEach, describe, expect, it } from 'vitest';
import plugin from './index.js';

const packageFile = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

describePlugin(plugin, { describe, it, packageJson: packageFile });

const context = testContext();
afterEach(() => context.dispose());

async function tool(name: string): Promise<Tool> {
  const { tools = [] } = await plugin.setup({
    options: {} as never,
    mount: 'agents',
    configDir: context.dir,
    stateDir: context.dir,
  });
  const found = tools.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no tool ${name}`);
  return found;
}

describe('without a runner that offers what they need', () => {
  it.each([
    ['Agent', { description: 'Does it', prompt: 'Do it.' }, 'Subagents'],
    ['SendMessage', { to: 'ann', message: 'hi' }, 'Teams'],
    ['TeamCreate', { name: 'crew' }, 'Teams'],
    ['Skill', { skill: 'review' }, 'There is no skill "review"'],
  ])('%s is an error that says so (TOOL-AGENT-03, TOOL-MSG-01)', async (name, input, words) => {
    const result = await callTool(await tool(name), input, context);
    expect(result).toMatchObject({ isError: true, content: expect.stringContaining(words) });
  });
});

it('Agent is also Task, and takes all fields of the Agent SDK (TOOL-AGENT-01)', async () => {
  const { aliases, inputSchema } = await tool('Agent');
  expect(aliases).toEqual(['Task']);
  const fields = [
    'description',
    'prompt',
    'subagent_type',
    'model',
    'name',
    'max_turns',
    'run_in_background',
    'isolation',
    'team_name',
    'mode',
    'resume',
  ];
  expect(Object.keys(compileSchema(inputSchema, 'Agent').json.properties ?? {})).toEqual(expect.arrayContaining(fields));
});
