import { describe, expect, it } from 'vitest';
import { ask, collect, place, prompts, user } from '../query/query.test-kit.js';
import type { SDKMessage } from '../types/messages.js';

const ID = [
  '6f1c8a52-0000-4000-8000-000000000001',
  '6f1c8a52-0000-4000-8000-000000000002',
  '6f1c8a52-0000-4000-8000-000000000003',
] as const;

/** Creates a session with these prompts, and the last frame of its first answer. */
async function session(...ids: readonly string[]) {
  const at = await place(() => ({ text: 'Answer.' }));
  const { stream, after } = prompts(...ids.map((uuid) => user(`Prompt ${uuid}`, { uuid })));
  const messages: SDKMessage[] = await collect(ask(at, stream), after);
  const first = messages.find((message) => message.type === 'assistant');
  return { at, options: { resume: first?.session_id, resumeSessionAt: first?.uuid, forkSession: true } };
}

describe('resumeDropsTurn (SESS-02)', () => {
  it('lets a session continue if only that turn, or nothing, is lost', async () => {
    const { at, options } = await session(ID[0], ID[1]);
    await collect(ask(at, 'Again', { ...options, resumeDropsTurn: ID[1] }));
    expect(at.api.requests.at(-1)?.body.messages).toHaveLength(3);
    const { at: other, options: single } = await session(ID[0]);
    await collect(ask(other, 'Again', { ...single, resumeDropsTurn: ID[1] }));
    expect(other.api.requests.at(-1)?.body.messages).toHaveLength(3);
  });

  it('refuses to start if more is lost, and names it', async () => {
    const { at, options } = await session(ID[0], ID[1], ID[2]);
    const asked = at.api.requests.length;
    await expect(collect(ask(at, 'Again', { ...options, resumeDropsTurn: ID[1] }))).rejects.toThrow(
      new RegExp(`^Resume rejected by --resume-drops-turn: .*${ID[1]}.*${ID[2]}`),
    );
    expect(at.api.requests).toHaveLength(asked);
  });
});
