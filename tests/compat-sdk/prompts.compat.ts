import { describe, expect, it } from 'vitest';
import { sdks } from './lib/sdks.js';
import { kinds, world } from './lib/world.js';

describe.each(sdks)('$name', (sdk) => {
  it('a plain prompt gives init, the answer and a result (CTRL-12, LOOP-23, LOOP-24)', async () => {
    const { api, ask, cwd } = await world([{ text: 'Hello.' }]);
    const { messages, result, thrown } = await ask(sdk, 'Hi');
    expect(thrown).toBeUndefined();
    expect(kinds(messages)).toEqual(['system/init', 'assistant', 'result/success']);
    expect(messages[0]).toMatchObject({ cwd, model: 'claude-sonnet-4-5', permissionMode: 'default' });
    expect(result).toMatchObject({ result: 'Hello.', num_turns: 1, is_error: false, terminal_reason: 'completed' });
    expect(new Set(messages.map((message) => message.session_id)).size).toBe(1);
    expect(new Set(messages.map((message) => message.uuid)).size).toBe(3);
    expect(api.requests).toHaveLength(1);
  });

  it('a string prompt with a hook ends by itself: the pipe stays open until the state is idle (CTRL-15)', async () => {
    const heard: string[] = [];
    const { ask } = await world([{ text: 'Hello.' }]);
    const { messages, thrown } = await ask(sdk, 'Hi', {
      hooks: {
        Stop: [
          {
            hooks: [
              async (input: { hook_event_name: string }) => {
                heard.push(input.hook_event_name);
                return {};
              },
            ],
          },
        ],
      },
    });
    expect(thrown).toBeUndefined();
    expect(heard).toEqual(['Stop']);
    expect(kinds(messages)).toEqual(['system/init', 'assistant', 'result/success']);
  });

  it('prompts that stream in are answered one after the other, in one conversation (CTRL-01, LOOP-17)', async () => {
    const { api, talk } = await world([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
    const program = talk(sdk);
    for (const text of ['first', 'second', 'third']) {
      program.say(text);
      expect(await program.result()).toMatchObject({ subtype: 'success' });
    }
    const { messages, thrown } = await program.end();
    expect(thrown).toBeUndefined();
    expect(kinds(messages).filter((kind) => kind === 'system/init')).toHaveLength(3);
    expect(api.requests.map(({ body }) => body.messages.length)).toEqual([1, 3, 5]);
  });

  it('prompts that are written at once are all answered (LOOP-17)', async () => {
    const { api, query } = await world([{ text: 'One.' }, { text: 'Two.' }]);
    const { userMessage, ended } = await import('./lib/talk.js');
    async function* prompts() {
      yield userMessage('first');
      yield userMessage('second');
    }
    const { messages, thrown } = await ended(query(sdk, prompts()));
    expect(thrown).toBeUndefined();
    const said = JSON.stringify(api.requests.at(-1)?.body.messages);
    expect(said).toContain('first');
    expect(said).toContain('second');
    expect(kinds(messages).at(-1)).toBe('result/success');
  });
});
