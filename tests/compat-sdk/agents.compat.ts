import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Options, SDKMessage } from '@loadout/sdk';
import { describe, expect, it } from 'vitest';
import { resultsIn, systemOf, wholeOf } from './lib/requests.js';
import { sdks } from './lib/sdks.js';
import { kinds, world } from './lib/world.js';

const start = (type: string, more: object = {}) => ({
  tools: [{ name: 'Agent', input: { subagent_type: type, description: 'Looks', prompt: 'Look around', ...more }, id: 'toolu_a' }],
});
const agents: Options['agents'] = {
  looker: { description: 'Looks', prompt: 'You look and tell.', tools: ['Bash', 'Read'], model: 'haiku' },
};
const asked = (messages: readonly SDKMessage[], subtype: string) =>
  messages.filter((message) => message.type === 'system' && message.subtype === subtype);

describe.each(sdks)('$name', (sdk) => {
  it('an agent of the program works by its own prompt, tools and model, and reports (AGENT-01)', async () => {
    const { api, ask } = await world([
      start('looker', { run_in_background: false }),
      { tools: [{ name: 'Bash', input: { command: 'echo seen' }, id: 'toolu_b' }] },
      { text: 'I saw a tree.' },
      { text: 'A tree.' },
    ]);
    const { messages, result } = await ask(sdk, 'look', { agents, allowedTools: ['Bash'] });
    expect(result).toMatchObject({ subtype: 'success', result: 'A tree.' });
    const [, inner] = api.requests;
    expect(inner?.body.model).toMatch(/haiku/);
    expect(systemOf(inner)).toContain('You look and tell.');
    expect(inner?.body.tools?.map((tool) => tool.name)).toEqual(['Bash', 'Read']);
    expect(resultsIn(api.requests[3]).toolu_a).toContain('I saw a tree.');
    expect(messages[0]).toMatchObject({ agents: expect.arrayContaining(['looker', 'general-purpose']) });
    expect(Object.keys(result.modelUsage)).toHaveLength(2);
  });

  it('what an agent does is told under the call that started it (CTRL-15)', async () => {
    const { ask } = await world([
      start('looker', { run_in_background: false }),
      { tools: [{ name: 'Bash', input: { command: 'echo seen' }, id: 'toolu_b' }] },
      { text: 'I saw a tree.' },
      { text: 'A tree.' },
    ]);
    const { messages } = await ask(sdk, 'look', { agents, allowedTools: ['Bash'] });
    const inner = messages.filter((message) => 'parent_tool_use_id' in message && message.parent_tool_use_id === 'toolu_a');
    expect(inner.map(({ type }) => type)).toEqual(['user', 'assistant', 'user']);
    expect(inner).toEqual(inner.map(() => expect.objectContaining({ subagent_type: 'looker', agent_id: expect.any(String) })));
    expect(asked(messages, 'task_started')).toEqual([
      expect.objectContaining({
        tool_use_id: 'toolu_a',
        task_type: 'local_agent',
        subagent_type: 'looker',
        description: 'Looks',
      }),
    ]);
    expect(asked(messages, 'task_notification')).toEqual([expect.objectContaining({ status: 'completed' })]);
  });

  it('forwardSubagentText gives its words too (AGENT-12)', async () => {
    const { ask } = await world([start('looker', { run_in_background: false }), { text: 'I saw a tree.' }, { text: 'A tree.' }]);
    const { messages } = await ask(sdk, 'look', { agents, forwardSubagentText: true });
    const words = messages.filter((message) => message.type === 'assistant' && message.parent_tool_use_id === 'toolu_a');
    expect(JSON.stringify(words)).toContain('I saw a tree.');
  });

  it('deny rules and hooks of the program hold for its agents (AGENT-07)', async () => {
    const heard: unknown[] = [];
    const { ask, cwd } = await world([
      start('looker', { run_in_background: false }),
      { tools: [{ name: 'Bash', input: { command: 'touch made' }, id: 'toolu_b' }] },
      { text: 'I could not.' },
      { text: 'No.' },
    ]);
    await ask(sdk, 'look', {
      agents,
      allowedTools: ['Bash'],
      disallowedTools: ['Bash(touch:*)'],
      hooks: {
        PreToolUse: [
          {
            matcher: 'Bash',
            hooks: [
              async (input) => {
                heard.push(input);
                return {};
              },
            ],
          },
        ],
      },
    });
    expect(existsSync(join(cwd, 'made'))).toBe(false);
    expect(heard).toEqual([expect.objectContaining({ agent_id: expect.any(String), agent_type: 'looker' })]);
  });

  it('canUseTool says which agent asks (PERM-01)', async () => {
    const ids: (string | undefined)[] = [];
    const { ask, cwd } = await world([
      start('looker', { run_in_background: false }),
      { tools: [{ name: 'Bash', input: { command: 'touch made' }, id: 'toolu_b' }] },
      { text: 'I made it.' },
      { text: 'Made.' },
    ]);
    await ask(sdk, 'look', {
      agents,
      canUseTool: async (_, input, { agentID }) => {
        ids.push(agentID);
        return { behavior: 'allow', updatedInput: input };
      },
    });
    expect(ids).toEqual([expect.any(String)]);
    expect(existsSync(join(cwd, 'made'))).toBe(true);
  });

  it('SubagentStart and SubagentStop are told of it (AGENT-12)', async () => {
    const heard: string[] = [];
    const hook = async (input: { hook_event_name: string; agent_type?: string }) => {
      heard.push(`${input.hook_event_name} ${input.agent_type}`);
      return {};
    };
    const { ask } = await world([start('looker', { run_in_background: false }), { text: 'I saw a tree.' }, { text: 'A tree.' }]);
    await ask(sdk, 'look', { agents, hooks: { SubagentStart: [{ hooks: [hook] }], SubagentStop: [{ hooks: [hook] }] } });
    expect(heard).toEqual(['SubagentStart looker', 'SubagentStop looker']);
  });

  it('an agent in the background goes on after the answer, and brings a second result (AGENT-09)', async () => {
    let open: () => void = () => {};
    const answered = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { api, ask } = await world(async ({ body }) => {
      if (textOf(body.system).includes('You look and tell.')) {
        await answered;
        return { text: 'I saw a tree.' };
      }
      const whole = JSON.stringify(body.messages);
      if (!whole.includes('toolu_a')) return start('looker', { run_in_background: true });
      return whole.includes('I saw a tree.') ? { text: 'It saw a tree.' } : { text: 'It looks.' };
    });
    const program = ask(sdk, 'look', {
      agents,
      hooks: {
        Stop: [
          {
            hooks: [
              async () => {
                open();
                return {};
              },
            ],
          },
        ],
      },
    });
    const { messages, result, thrown } = await program;
    expect(thrown).toBeUndefined();
    expect(kinds(messages).filter((kind) => kind === 'result/success')).toHaveLength(2);
    expect(result).toMatchObject({ result: 'It saw a tree.', origin: { kind: 'task-notification' } });
    expect(asked(messages, 'task_started')).toHaveLength(1);
    expect(asked(messages, 'task_notification')).toEqual([expect.objectContaining({ status: 'completed' })]);
    expect(wholeOf(api.requests.at(-1))).toContain('I saw a tree.');
  });

  it('an agent that is not there is an error result that names those that are (TOOL-AGENT-04)', async () => {
    const { api, ask } = await world([start('cook'), { text: 'No cook.' }]);
    await ask(sdk, 'cook', { agents });
    expect(resultsIn(api.requests[1]).toolu_a).toMatch(/cook.*looker/s);
  });

  it('a program may talk to one of its agents itself (CLI-02)', async () => {
    const { api, ask } = await world([{ text: 'I look.' }]);
    await ask(sdk, 'look', { agents, agent: 'looker' });
    expect(systemOf(api.requests[0])).toContain('You look and tell.');
    expect(api.requests[0]?.body.tools?.map((tool) => tool.name)).toEqual(['Bash', 'Read']);
  });

  it('Task is another name of Agent (ALIAS-13)', async () => {
    const { api, ask } = await world([
      { tools: [{ name: 'Task', input: { subagent_type: 'looker', description: 'Looks', prompt: 'Look' }, id: 'toolu_a' }] },
      { text: 'I saw a tree.' },
      { text: 'A tree.' },
    ]);
    const { result } = await ask(sdk, 'look', { agents });
    expect(result).toMatchObject({ result: 'A tree.' });
    expect(api.requests).toHaveLength(3);
  });
});

const textOf = (system: unknown): string => JSON.stringify(system);
