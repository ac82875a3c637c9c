import { expect, it } from 'vitest';
import { held, place } from '../../query/query.test-kit.js';
import type { HookInput } from '../../types/hooks.js';

interface Heard {
  readonly event: string;
  readonly why?: string | undefined;
  readonly prompt: string | undefined;
  readonly session: string;
}

it('/clear ends a session and begins one with the source clear, in the turn of its prompt (GAP-D5)', async () => {
  const at = await place([{ text: 'One.' }, { text: 'Two.' }]);
  const heard: Heard[] = [];
  const hear = async (input: HookInput) => {
    const { source, reason } = input as { readonly source?: string; readonly reason?: string };
    heard.push({ event: input.hook_event_name, why: source ?? reason, prompt: input.prompt_id, session: input.session_id });
    return {};
  };
  const hooks = [{ hooks: [hear as never] }];
  const { turn, end } = held(at, { hooks: { SessionStart: hooks, SessionEnd: hooks, UserPromptSubmit: hooks, Stop: hooks } });
  await turn('First');
  await turn('/clear');
  await turn('Second');
  await end();
  expect(heard.map(({ event, why }) => [event, why])).toEqual([
    ['SessionStart', 'startup'],
    ['UserPromptSubmit', undefined],
    ['Stop', undefined],
    ['SessionEnd', 'clear'],
    ['SessionStart', 'clear'],
    ['UserPromptSubmit', undefined],
    ['Stop', undefined],
    ['SessionEnd', 'success'],
  ]);
  const prompts = heard.map(({ prompt }) => prompt);
  expect(prompts[0]).toBeUndefined();
  expect(prompts[1]).toBe(prompts[2]);
  expect(prompts[3]).toBe(prompts[4]);
  expect(prompts[5]).toBe(prompts[6]);
  expect(new Set([prompts[1], prompts[3], prompts[5]]).size).toBe(3);
  expect(heard[3]?.session).toBe(heard[0]?.session);
  expect(heard[4]?.session).toBe(heard[7]?.session);
  expect(heard[3]?.session).not.toBe(heard[4]?.session);
});
