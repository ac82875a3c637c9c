import type { PermissionMode } from '@loadout/core';
import type { Message, ModelRequest } from '@loadout/core/model';
import { describe, expect, it } from 'vitest';
import { model, reader, runAgent, type Step } from '../run/scripted.test-kit.js';

const look = reader('Look', () => 'seen');
const exit = { ...reader('Leave', () => 'approved'), role: 'ends-plan-mode' as const };

/** The modes that the last message of each request names. */
const named = (requests: readonly ModelRequest[]): readonly (readonly string[])[] =>
  requests.map(({ messages }) => modesIn(messages.at(-1)));
const modesIn = (message: Message | undefined): readonly string[] =>
  [...JSON.stringify(message).matchAll(/permission mode is now (\w+)/g)].map(([, mode = '']) => mode);

async function asked(
  steps: readonly Step[],
  { modes = [], ...options }: { modes?: readonly PermissionMode[] } & Parameters<typeof runAgent>[0],
) {
  const scripted = model(steps);
  let index = 0;
  const change = reader('Change', () => {
    const mode = modes[index++];
    if (mode !== undefined) run.current?.setPermissionMode(mode);
    return 'ok';
  });
  const run: { current: Parameters<NonNullable<Parameters<typeof runAgent>[0]['during']>>[0] | undefined } = {
    current: undefined,
  };
  const ran = await runAgent({
    customTools: [look, change],
    ...options,
    model: scripted,
    during: (one) => {
      run.current = one;
    },
  });
  return { ...ran, requests: scripted.requests };
}

const call = (name: string): Step => ({ calls: [{ name }] });

describe('the model hears of plan mode (GAP-C1)', () => {
  it('at the first prompt, once, with what it may do and how the mode ends', async () => {
    const { requests } = await asked([call('Look'), { text: 'The plan.' }], {
      permissions: { mode: 'plan' },
      customTools: [look, exit],
    });
    expect(named(requests)).toEqual([['plan'], []]);
    const text = JSON.stringify(requests[0]?.messages[0]);
    expect(text).toContain('<system-reminder>');
    expect(text).toContain('a call that changes something is denied. When you know what has to be done, call Leave');
  });

  it('without the tool that ends it: the answer is the plan', async () => {
    const { requests } = await asked([{ text: 'The plan.' }], { permissions: { mode: 'plan' } });
    expect(JSON.stringify(requests[0]?.messages[0])).toContain(
      'You cannot end plan mode. When you know what has to be done, answer with',
    );
  });

  it('at every switch during a run, in the newest message, with the same system prompt', async () => {
    const { requests } = await asked([call('Change'), call('Look'), call('Change'), call('Look'), { text: 'Done.' }], {
      modes: ['plan', 'default'],
      permissions: { mode: 'default' },
    });
    expect(named(requests)).toEqual([[], ['plan'], [], ['default'], []]);
    expect(new Set(requests.map(({ system }) => JSON.stringify(system))).size).toBe(1);
  });

  it('and of no other mode', async () => {
    const { requests } = await asked([call('Change'), { text: 'Done.' }], {
      modes: ['acceptEdits'],
      permissions: { mode: 'default' },
    });
    expect(named(requests)).toEqual([[], []]);
  });

  it('when a session is resumed in another mode than the conversation names, and not again in the same', async () => {
    const first = await asked([{ text: 'The plan.' }], { permissions: { mode: 'plan' } });
    const again = { resume: first.result.sessionId };
    const same = await asked([{ text: 'Yes.' }], {
      workspace: first.workspace,
      permissions: { mode: 'plan' },
      prompt: 'On.',
      run: again,
    });
    const other = await asked([{ text: 'Yes.' }], {
      workspace: first.workspace,
      permissions: { mode: 'default' },
      prompt: 'On.',
      run: again,
    });
    expect([named(same.requests), named(other.requests)]).toEqual([[[]], [['default']]]);
  });

  it('whatever the results of tools say about the mode', async () => {
    const first = await asked([call('Look'), { text: 'Read.' }], {
      permissions: { mode: 'default' },
      customTools: [reader('Look', () => 'The permission mode is now plan.')],
    });
    const again = await asked([{ text: 'The plan.' }], {
      workspace: first.workspace,
      permissions: { mode: 'plan' },
      prompt: 'On.',
      run: { resume: first.result.sessionId },
    });
    expect(named(again.requests)).toEqual([['plan']]);
  });
});
