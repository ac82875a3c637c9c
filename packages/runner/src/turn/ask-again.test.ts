import { describe, expect, it } from 'vitest';
import { createAgent } from '../agent/create-agent.js';
import { kinds, model, reader, runAgent, type Step, tempFolder } from '../run/scripted.test-kit.js';

/** A model with these steps; `gone` cannot be reached. */
const scripted = (steps: (asked: number) => Step, gone = new Set(['first'])) => {
  let answered = 0;
  return model(({ model: name }) => (gone.has(name) ? { fail: 'MODEL_NOT_FOUND' } : steps(answered++)));
};
const Look = reader('Look', () => 'seen');

describe('fallback models (LOOP-15)', () => {
  it('answer the rest of the prompt, with tools, once the first model is unreachable', async () => {
    const provider = scripted((asked) => (asked === 0 ? { calls: [{ name: 'Look' }] } : { text: 'Done.' }));
    const { events, result } = await runAgent({
      model: provider,
      modelId: 'first',
      fallbackModels: ['second'],
      customTools: [Look],
    });
    expect(result).toMatchObject({ outcome: 'success', text: 'Done.', toolCalls: 1 });
    expect(provider.requests.map((request) => request.model)).toEqual(['first', 'second', 'second']);
    expect(events.find(({ type }) => type === 'discard')).toMatchObject({ reason: expect.stringContaining('second') });
  });

  it('are tried in order, and the last failure is that of the run', async () => {
    const provider = scripted(() => ({}), new Set(['first', 'second', 'third']));
    const { events, result } = await runAgent({ model: provider, modelId: 'first', fallbackModels: ['second', 'third'] });
    expect(result).toMatchObject({ outcome: 'error_model', error: { code: 'MODEL_NOT_FOUND' } });
    expect(provider.requests.map((request) => request.model)).toEqual(['first', 'second', 'third']);
    expect(kinds(events).filter((kind) => kind === 'discard')).toHaveLength(2);
  });

  it('are not tried for a failure that another model would have too', async () => {
    const provider = model(() => ({ fail: 'MODEL_REQUEST_INVALID' }));
    const { result } = await runAgent({ model: provider, modelId: 'first', fallbackModels: ['second'] });
    expect(result).toMatchObject({ outcome: 'error_model' });
    expect(provider.requests).toHaveLength(1);
  });

  it('give way to the first model with the next prompt', async () => {
    const gone = new Set(['first']);
    const provider = scripted(() => ({ text: 'Hello.' }), gone);
    const agent = await createAgent({
      model: provider,
      modelId: 'first',
      fallbackModels: ['second'],
      workspace: tempFolder(),
      sessionsDir: tempFolder(),
    });
    const conversation = await agent.open();
    await conversation.ask('One');
    gone.clear();
    await conversation.ask('Two');
    await conversation.close();
    await agent.close();
    expect(provider.requests.map((request) => request.model)).toEqual(['first', 'second', 'first']);
  });
});

it('a tool is called once by its other name (toolAliases)', async () => {
  const provider = model([{ calls: [{ name: 'Peek' }, { name: 'Peer' }] }, { text: 'Done.' }]);
  const { events } = await runAgent({
    model: provider,
    customTools: [Look],
    toolAliases: { Peek: 'Look', Peer: 'Peek' },
  });
  const results = events.flatMap((event) => (event.type === 'tool_result' ? [event.call] : []));
  expect(results.map(({ name, outcome }) => [name, outcome])).toEqual(
    expect.arrayContaining([
      ['Look', 'done'],
      ['Peek', 'refused'],
    ]),
  );
});
