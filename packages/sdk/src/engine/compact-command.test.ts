import { describe, expect, it } from 'vitest';
import { held, kinds, place } from '../query/query.test-kit.js';
import type { HookInput } from '../types/hooks.js';

describe('/compact (GAP-D11)', () => {
  it('as the first prompt begins with init, as every turn does', async () => {
    const at = await place([]);
    const { turn, end } = held(at);
    expect(kinds(await turn('/compact'))[0]).toBe('system/init');
    await end();
  });

  it('fires SessionStart with the source compact, and what its hooks say is sent with the next prompt', async () => {
    const at = await place([{ text: 'Milk is white.' }, { text: 'They spoke of milk.' }, { text: 'Hello.' }]);
    const sources: unknown[] = [];
    const hear = async (input: HookInput) => {
      const { source } = input as { readonly source?: string };
      sources.push(source);
      return { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: `after ${source}` } };
    };
    const { turn, end } = held(at, { hooks: { SessionStart: [{ hooks: [hear as never] }] } });
    await turn('Tell me of milk.');
    const messages = await turn('/compact');
    await turn('And now?');
    await end();
    expect(sources).toEqual(['startup', 'compact']);
    const sent = JSON.stringify(at.api.requests[2]?.body.messages);
    expect([sent.includes('after compact'), sent.includes('after startup')]).toEqual([true, false]);
    const boundary = messages.find((message) => message.type === 'system' && message.subtype === 'compact_boundary');
    expect(boundary).toMatchObject({
      compact_metadata: {
        trigger: 'manual',
        pre_tokens: expect.any(Number),
        post_tokens: expect.any(Number),
        duration_ms: expect.any(Number),
      },
    });
  });
});
