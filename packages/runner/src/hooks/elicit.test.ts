import { definePlugin, type HookSet } from '@loadout/core';
import type { ElicitationAnswer, ToolSourceSession } from '@loadout/core/run';
import { describe, expect, it } from 'vitest';
import type { AgentOptions } from '../agent/agent-options.js';
import { model, runAgent } from '../run/scripted.test-kit.js';

const question = { source: 'crm', mode: 'form', message: 'Which one?', schema: { type: 'object' } } as const;

/** Returns the answer to a source that asks while the session opens. */
async function answered(options: Pick<AgentOptions, 'hooks' | 'elicit'>): Promise<ElicitationAnswer | 'nobody to ask'> {
  let heard: ElicitationAnswer | 'nobody to ask' = 'nobody to ask';
  const open = ({ elicit, signal }: ToolSourceSession) => {
    const asked = async () => {
      if (elicit !== undefined) heard = await elicit(question, { signal });
    };
    return { ready: asked, tools: () => [], onChange: () => {}, close: async () => {} };
  };
  const plugin = definePlugin({ name: 'asks', setup: () => ({ toolSource: { open } }) });
  await runAgent({ model: model([{ text: 'ok' }]), plugins: { asks: plugin }, ...options });
  return heard;
}

const accept = { action: 'accept', content: { id: 'a1' } } as const;

describe('a question of an MCP server (HOOK-03, MCP-15)', () => {
  it('has nobody to answer it if there is neither a hook nor a person', async () => {
    expect(await answered({})).toBe('nobody to ask');
  });

  it('is answered by an Elicitation hook instead of a person', async () => {
    const asked: unknown[] = [];
    const hooks: HookSet = {
      Elicitation: ({ mcp_server_name, message, mode, requested_schema }) => {
        asked.push([mcp_server_name, message, mode, requested_schema]);
        return { hookSpecificOutput: { ...accept } };
      },
    };
    const elicit = () => Promise.reject(new Error('a person was asked'));
    expect(await answered({ hooks, elicit })).toEqual(accept);
    expect(asked).toEqual([['crm', 'Which one?', 'form', { type: 'object' }]]);
  });

  it('goes to a person if no hook answers, and Notification reports it', async () => {
    const told: unknown[] = [];
    const hooks: HookSet = { Notification: ({ notification_type }) => void told.push(notification_type) };
    expect(await answered({ hooks, elicit: async () => accept })).toEqual(accept);
    expect(told).toEqual(['elicitation_dialog']);
    expect(await answered({ hooks: { ElicitationResult: () => undefined } })).toEqual({ action: 'decline' });
  });

  it('is declined by a block of either event (HOOK-17)', async () => {
    const block = () => ({ decision: 'block' as const, reason: 'no' });
    const elicit = async () => accept;
    expect(await answered({ hooks: { Elicitation: block }, elicit })).toEqual({ action: 'decline' });
    expect(await answered({ hooks: { ElicitationResult: block }, elicit })).toEqual({ action: 'decline' });
  });

  it('lets ElicitationResult see and replace the answer', async () => {
    const hooks: HookSet = {
      ElicitationResult: ({ action, content }) => ({
        hookSpecificOutput: { action, content: { ...content, checked: true } },
      }),
    };
    expect(await answered({ hooks, elicit: async () => accept })).toEqual({
      action: 'accept',
      content: { id: 'a1', checked: true },
    });
  });

  it('gets the strictest of several answers; a malformed answer is a failure and is ignored', async () => {
    const says = (action: string) => () => ({ hookSpecificOutput: { action } }) as never;
    const elicit = async () => ({ action: 'cancel' }) as const;
    expect(await answered({ hooks: { Elicitation: [says('accept'), says('decline')] }, elicit })).toEqual({ action: 'decline' });
    expect(await answered({ hooks: { Elicitation: says('maybe') }, elicit })).toEqual({ action: 'cancel' });
  });
});
