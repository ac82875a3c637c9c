import { expect, it } from 'vitest';
import { ask, collect, place } from '../query/query.test-kit.js';
import type { HookInput } from '../types/hooks.js';

it('the hooks of a subagent have the prompt_id of the prompt that led to it (GAP-D11)', async () => {
  const at = await place([
    { tools: [{ name: 'Agent', input: { description: 'd', prompt: 'p', subagent_type: 'helper' }, id: 'toolu_a' }] },
    { tools: [{ name: 'Read', input: { file_path: 'none' }, id: 'toolu_r' }] },
    { text: 'Read.' },
    { text: 'Done.' },
  ]);
  const heard: (readonly [string, string | undefined, boolean])[] = [];
  const hear = async (input: HookInput) => {
    heard.push([input.hook_event_name, input.prompt_id, input.agent_id !== undefined]);
    return {};
  };
  const events = ['UserPromptSubmit', 'SubagentStart', 'PreToolUse', 'SubagentStop', 'Stop'] as const;
  const hooks = Object.fromEntries(events.map((event) => [event, [{ hooks: [hear as never] }]]));
  await collect(ask(at, 'Go', { hooks, agents: { helper: { description: 'Helps', prompt: 'Help.' } } }));
  expect(heard.map(([event, , isAgent]) => `${event}${isAgent ? ' of the agent' : ''}`)).toEqual([
    'UserPromptSubmit',
    'PreToolUse',
    'SubagentStart of the agent',
    'PreToolUse of the agent',
    'SubagentStop of the agent',
    'Stop',
  ]);
  expect(new Set(heard.map(([, id]) => id)).size).toBe(1);
});

it('the inputs of PermissionRequest and PostToolBatch are those of the reference (GAP-D11)', async () => {
  const at = await place([{ tools: [{ name: 'Bash', input: { command: 'touch made' }, id: 'toolu_b' }] }, { text: 'Done.' }]);
  const heard: unknown[] = [];
  const suggested: unknown[] = [];
  const hear = async (input: HookInput) => {
    const { permission_suggestions, tool_calls } = input as { permission_suggestions?: unknown; tool_calls?: unknown };
    heard.push(permission_suggestions ?? tool_calls);
    return {};
  };
  const hooks = [{ hooks: [hear as never] }];
  await collect(
    ask(at, 'Go', {
      hooks: { PermissionRequest: hooks, PostToolBatch: hooks },
      canUseTool: async (_, updatedInput, { suggestions = [] }) => {
        suggested.push(...suggestions.filter(({ type }) => type !== 'addDirectories'));
        return { behavior: 'allow', updatedInput };
      },
    }),
  );
  expect(heard[0]).toEqual(suggested);
  const [result] = (at.api.requests[1]?.body.messages.at(-1)?.content ?? []) as readonly { readonly content?: unknown }[];
  expect(heard[1]).toMatchObject([{ tool_name: 'Bash', tool_use_id: 'toolu_b', tool_response: result?.content }]);
});
