import { describe, expect, it } from 'vitest';
import { createAgent } from '../agent/create-agent.js';
import type { AgentEvent } from '../report/events.js';
import { aborted, model, tempFolder } from '../run/scripted.test-kit.js';
import { hearAnswer } from './ask-model.js';

const NEVER = new Promise<never>(() => {});

function clocked() {
  const due: (() => void)[] = [];
  const after = (_: number, action: () => void) => {
    due.push(action);
    return () => void due.splice(due.indexOf(action), 1);
  };
  return { due, clock: { after } };
}

async function heard(answer: AsyncIterable<string>, controller: AbortController) {
  const { due, clock } = clocked();
  const left: number[] = [];
  const events: string[] = [];
  const end = (async () => {
    const take = (event: string) => void events.push(event);
    await hearAnswer(answer, { signal: controller.signal, clock, take, onLeft: (seconds) => left.push(seconds) });
  })();
  return { due, left, events, end };
}

describe('an answer', () => {
  it('is left behind when it goes on after its abort, whether it says something or not', async () => {
    for (const pause of [() => NEVER, () => new Promise((resolve) => setImmediate(resolve))]) {
      const controller = new AbortController();
      const { due, left, events, end } = await heard(
        (async function* () {
          for (;;) {
            yield 'word';
            await pause();
          }
        })(),
        controller,
      );
      const ends = expect(end).rejects.toThrow('stopped');
      await expect.poll(() => events.length).toBeGreaterThan(0);
      expect(due).toEqual([]);
      controller.abort(new Error('stopped'));
      due[0]?.();
      await ends;
      expect(left).toEqual([3]);
    }
  });

  it('that ends, fails, or stops when it is told to leaves no timer and keeps its own error', async () => {
    const controller = new AbortController();
    const whole = await heard(
      (async function* () {
        yield 'a';
        yield 'b';
      })(),
      controller,
    );
    await whole.end;
    expect(whole.events).toEqual(['a', 'b']);
    const { due, left, events, end } = await heard(
      (async function* () {
        yield 'a';
        await aborted(controller.signal);
        throw new Error('its own words');
      })(),
      controller,
    );
    await expect.poll(() => events).toEqual(['a']);
    controller.abort(new Error('stopped'));
    await expect(end).rejects.toThrow('its own words');
    expect([due, left]).toEqual([[], []]);
  });

  it('that its reader refuses is told to stop before the error goes on', async () => {
    let isTold = false;
    const answer = (async function* () {
      try {
        yield 'a';
        yield 'b';
      } finally {
        isTold = true;
      }
    })();
    const { clock } = clocked();
    const take = () => {
      throw new Error('enough');
    };
    const ends = hearAnswer(answer, { signal: new AbortController().signal, clock, take, onLeft: () => {} });
    await expect(ends).rejects.toThrow('enough');
    expect(isTold).toBe(true);
  });

  it('that is too long ends also where its provider waits to be told', async () => {
    const stubborn: ReturnType<typeof model> = {
      ...model([]),
      async *stream(request, { signal }) {
        yield { type: 'start', id: 'm', model: request.model };
        try {
          yield { type: 'text', text: 'x'.repeat(100) };
        } finally {
          if (!signal.aborted) await aborted(signal);
        }
      },
    };
    const options = { model: stubborn, limits: { answerChars: 50 }, workspace: tempFolder(), env: {} };
    const agent = await createAgent(options);
    const { error } = await agent.run('Go').result;
    expect(error).toMatchObject({ code: 'ANSWER_TOO_LONG' });
    await agent.close();
  });

  it('of a provider that does not listen holds up an interrupted conversation for seconds, and not for ever', async () => {
    const events: AgentEvent[] = [];
    const scripted = model([{ text: 'Again.' }]);
    let asked = 0;
    const deaf: typeof scripted = {
      ...scripted,
      async *stream(request, options) {
        asked += 1;
        if (asked > 1) return yield* scripted.stream(request, options);
        yield { type: 'start', id: 'm', model: request.model };
        await NEVER;
      },
    };
    const agent = await createAgent({ model: deaf, workspace: tempFolder(), env: {} });
    const conversation = await agent.open({ onEvent: (event) => events.push(event) });
    const first = conversation.ask('Go');
    await expect.poll(() => asked).toBe(1);
    conversation.interrupt();
    expect((await first).outcome).toBe('interrupted');
    const message = 'The provider test did not stop within 3 s. Its answer is left behind.';
    expect(events).toContainEqual({ type: 'notice', message });
    expect((await conversation.ask('And now?')).text).toBe('Again.');
    await conversation.close();
    await agent.close();
  });
});
