import { afterAll, expect, it } from 'vitest';
import { load, makeSandbox, problems } from '../load/sandbox.fixture.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());
const project = (defaults: string, agent = '{}') =>
  sandbox.project({ 'agent.config.yaml': `defaults: { context: ${defaults} }\nagents: { a: { context: ${agent} } }\n` });

it('context.clearToolUses is false, true, or a map of thresholds and tools (COMPACT-03)', async () => {
  const made = async (defaults: string, agent?: string) => (await load(project(defaults, agent))).plan.agents.a?.clearToolUses;
  expect(await made('{}')).toBeUndefined();
  expect(await made('{ clearToolUses: true }')).toEqual({});
  expect(await made('{ clearToolUses: true }', '{ clearToolUses: false }')).toBeUndefined();
  const all = { trigger: 50_000, keep: 5, clearAtLeast: 10_000, excludeTools: ['Bash'] };
  expect(await made('{}', `{ clearToolUses: ${JSON.stringify(all)} }`)).toEqual(all);
});

it.each(['{ clearToolUses: { keep: -1 } }', '{ clearToolUses: { triger: 5 } }', '{ clearToolUses: soon }'])(
  'context: %s is an error',
  async (context) => {
    expect(await problems(project('{}', context))).toEqual([expect.stringContaining('agents.a.context.clearToolUses')]);
  },
);
