import type { Message, ModelEvent, ModelProvider, ModelRequest } from '@loadout/core/model';
import { validateMessages } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { scriptedModel } from './scripted-model.js';

const user = (...content: Message['content']): Message => ({ role: 'user', content });
const text = (value: string) => ({ type: 'text', text: value });
const request = (messages: readonly Message[]): ModelRequest => ({
  model: 'm',
  system: [text('sys') as never],
  tools: [],
  messages,
});

async function ask(model: ModelProvider, messages: readonly Message[], signal = new AbortController().signal) {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request(messages), { signal })) events.push(event);
  return events;
}
const answer = (events: readonly ModelEvent[]): Message => ({
  role: 'assistant',
  content: events.flatMap((event) => (event.type === 'block' ? [event.block] : [])),
});

/** Plays a whole conversation: each tool use gets the next of the results. */
async function play(model: ModelProvider, results: readonly (string | Error)[], prompt = 'go') {
  const messages = [user(text(prompt))];
  const left = [...results];
  for (;;) {
    const message = answer(await ask(model, messages));
    messages.push(message);
    const uses = message.content.filter((block) => block.type === 'tool_use') as { id: string }[];
    if (uses.length === 0) return messages;
    messages.push(
      user(
        ...uses.map(({ id }) => {
          const result = left.shift();
          if (result === undefined) throw new RangeError('no result left');
          const failed = result instanceof Error;
          return {
            type: 'tool_result',
            tool_use_id: id,
            content: failed ? result.message : result,
            ...(failed ? { is_error: true } : {}),
          };
        }),
      ),
    );
  }
}

describe('the scripted model', () => {
  it('streams thinking, text in pieces and tools, with usage that says it is estimated', async () => {
    const model = scriptedModel([
      { thinking: 'hm', text: 'one two three four five six seven', tools: [{ Read: { file_path: 'a' } }, { name: 'Now' }] },
    ]);
    const events = await ask(model, [user(text('go'))]);
    expect(events.map((event) => event.type).join(' ')).toBe('start thinking block text text text block block block end');
    const streamed = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
    expect(streamed).toBe('one two three four five six seven');
    expect(answer(events).content.slice(2)).toEqual([
      { type: 'tool_use', id: 'toolu_script_1_1', name: 'Read', input: { file_path: 'a' } },
      { type: 'tool_use', id: 'toolu_script_1_2', name: 'Now', input: {} },
    ]);
    expect(events.at(-1)).toMatchObject({
      stopReason: 'tool_use',
      usage: { estimated: true, output_tokens: expect.any(Number) },
    });
  });

  it('fills in what earlier calls gave', async () => {
    const file = 'first\n{"version": "1.2.3"}\nlast\n';
    const model = scriptedModel([
      {
        tools: [
          { Read: { file_path: 'a' }, as: 'readme' },
          { Bash: { command: 'x' }, as: 'run' },
        ],
      },
      {
        text: '{{prompt}} {{turn}} {{readme.lines}} {{readme.line 3}} {{1.match /"version": "(.*?)"/}} {{2.error}} \\{{x}}',
        tools: [{ Write: { content: '{{readme.text}}', list: ['{{readme.match /LAST/i}}'] } }],
      },
      { text: '{{3.text}}' },
    ]);
    const messages = await play(model, [file, new Error('exit 1'), 'written']);
    expect(messages[3]?.content).toMatchObject([
      { text: 'go 2 3 last 1.2.3 exit 1 {{x}}' },
      { input: { content: file, list: ['last'] } },
    ]);
    expect(messages[5]?.content).toEqual([text('written')]);
    expect(validateMessages(messages)).toEqual([]);
  });

  it('goes on where the conversation is, whichever instance is asked', async () => {
    const turns = [{ tools: [{ A: {} }], repeat: 2 }, { text: 'done at {{turn}}' }];
    const messages = await play(scriptedModel(turns), ['x', 'y']);
    expect(answer(await ask(scriptedModel(turns), messages.slice(0, 5))).content).toEqual([text('done at 3')]);
  });

  it('says how many turns it has when it is asked for one more, and how many are left', async () => {
    const model = scriptedModel([{ text: 'a' }, { text: 'b' }]);
    expect(await model.remaining()).toBe(2);
    const first = [user(text('go')), answer(await ask(model, [user(text('go'))])), user(text('more'))];
    expect(await model.remaining()).toBe(1);
    const second = [...first, answer(await ask(model, first)), user(text('more'))];
    expect(await model.remaining()).toBe(0);
    await expect(ask(model, second)).rejects.toMatchObject({
      code: 'SCRIPT_ENDED',
      message: 'The script has 2 turns, but the run asks for turn 3.',
    });
    expect(model.requests).toHaveLength(3);
  });

  it.each([
    ['{{1.match /none/}}', 'turns[1].text: {{1.match /none/}} has no value: nothing in the result matches; it begins "res"'],
    ['{{1.line 7}}', 'the result has 1 lines'],
    ['{{1.error}}', 'that call did not fail'],
    ['{{9.text}}', 'there is no such tool result yet'],
  ])('refuses %s when it has no value', async (placeholder, message) => {
    const model = scriptedModel([{ tools: [{ A: {} }] }, { text: placeholder }]);
    await expect(play(model, ['res'])).rejects.toMatchObject({
      code: 'SCRIPT_PLACEHOLDER',
      message: expect.stringContaining(message),
    });
  });

  it.each(['{{1.match /pass/}}', '{{1.line 7}}'])('says for %s what the call that failed has answered', async (placeholder) => {
    const model = scriptedModel([{ tools: [{ A: {} }] }, { text: placeholder }]);
    await expect(play(model, [new Error('Not trusted. Run: loadout trust')])).rejects.toMatchObject({
      message: `turns[1].text: ${placeholder} has no value: that call failed, with: Not trusted. Run: loadout trust.`,
      fix: expect.stringContaining('Do what the failed call says first'),
    });
  });

  it('uses the stop reason and the usage that a turn gives', async () => {
    const usage = { input_tokens: 3, output_tokens: 4 };
    const events = await ask(scriptedModel([{ text: 'x', stop: 'max_tokens', usage }]), [user(text('go'))]);
    expect(events.at(-1)).toEqual({ type: 'end', stopReason: 'max_tokens', usage });
  });

  it('stops waiting when it is aborted', async () => {
    const controller = new AbortController();
    const asked = ask(scriptedModel([{ text: 'x', delay: 3600 }]), [user(text('go'))], controller.signal);
    setImmediate(() => controller.abort());
    await expect(asked).rejects.toMatchObject({ code: 'SCRIPT_ABORTED' });
  });

  it('names all that is wrong with turns written in code', async () => {
    const turns = [
      { tools: [{ Read: 'a' }, { A: {}, B: {} }, { name: 'x', inputs: {} }, { C: {}, as: '1' }] },
      { text: '{{readme.text}}{{oops}}' },
    ];
    await expect(ask(scriptedModel(turns), [user(text('go'))])).rejects.toMatchObject({
      code: 'SCRIPT_INVALID',
      message: expect.stringMatching(
        /tools\[0\]\.Read must be.*\n.*tools\[1\] must be one tool.*\n.*\.inputs is not known.*\n.*as must be a name.*\n.*oops.*\n.*no earlier turn names/,
      ),
    });
  });
});
