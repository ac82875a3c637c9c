import { defineTool, type HookContext, type HookInput, type HookSet, Subagents } from '@loadout/core';
import { expect, it } from 'vitest';
import { model, reader, runAgent } from '../run/scripted.test-kit.js';

/** A tool that starts a subagent and waits for it. */
const delegate = defineTool({
  name: 'Delegate',
  description: 'Starts an agent.',
  call: async (_, context) => {
    const request = { type: 'general-purpose', prompt: 'Look.', description: 'Looks', signal: context.signal };
    return (await (await context.get(Subagents).start(request)).result).text;
  },
});

it('hooks get a subagent’s events with its id, and its Stop is SubagentStop (HOOK-01, HOOK-25, HOOK-29)', async () => {
  const heard: string[][] = [];
  const hear = (input: HookInput, _: string | undefined, { agent_id }: HookContext) => {
    heard.push([input.hook_event_name, agent_id.replace(/_\w+$/, ''), input.agent_type]);
  };
  const hooks: HookSet = { SubagentStart: hear, SubagentStop: hear, PreToolUse: hear, Stop: hear };
  const scripted = model([{ calls: [{ name: 'Delegate' }] }, { calls: [{ name: 'Look' }] }, { text: 'seen' }, { text: 'done' }]);
  const { result } = await runAgent({ model: scripted, customTools: [delegate, reader('Look', () => 'x')], hooks });
  expect([result.outcome, heard]).toEqual([
    'success',
    [
      ['PreToolUse', 'main', 'main'],
      ['SubagentStart', 'agent', 'general-purpose'],
      ['PreToolUse', 'agent', 'general-purpose'],
      ['SubagentStop', 'agent', 'general-purpose'],
      ['Stop', 'main', 'main'],
    ],
  ]);
});

it('a SubagentStop hook that blocks makes the subagent continue with its reason (HOOK-17, HOOK-25)', async () => {
  const block = {
    name: 'again',
    matcher: 'general-purpose',
    once: true,
    run: () => ({ decision: 'block' as const, reason: 'look twice' }),
  };
  const scripted = model([{ calls: [{ name: 'Delegate' }] }, { text: 'first' }, { text: 'second' }, { text: 'done' }]);
  const { result } = await runAgent({ model: scripted, customTools: [delegate], hooks: { SubagentStop: block } });
  expect(result.text).toBe('done');
  expect(JSON.stringify(scripted.requests[2]?.messages)).toContain('look twice');
  expect(JSON.stringify(scripted.requests[3]?.messages)).toContain('second');
});

it('a hook may ask an agent that searches and reads; no hook runs for it, and its cost counts (HOOK-20)', async () => {
  const heard: string[] = [];
  const answers: (string | undefined)[] = [];
  const hooks: HookSet = {
    PreToolUse: async (input, _, { askAgent, signal }) => {
      heard.push(`${input.agent_id} ${input.tool_name}`);
      answers.push(await askAgent?.({ prompt: 'Fine?', system: 'Judge.', signal }));
    },
  };
  const tools = [{ ...reader('Read', () => 'x'), role: 'reads-files' as const }, reader('Other', () => 'y')];
  const scripted = model((request, index) => {
    if (request.system[0]?.text === 'Judge.')
      return request.messages.length === 1 ? { calls: [{ name: 'Read' }] } : { text: '{"ok":true}' };
    return index === 0 ? { calls: [{ name: 'Other' }] } : { text: 'done' };
  });
  const { result } = await runAgent({ model: scripted, customTools: tools, hooks });
  expect([heard, answers]).toEqual([['main Other'], ['{"ok":true}']]);
  expect([result.outcome, result.usage.input_tokens]).toEqual(['success', 40]);
  const offered = scripted.requests.find((request) => request.system[0]?.text === 'Judge.')?.tools.map((tool) => tool.name);
  expect(offered).toEqual(['Read']);
});
