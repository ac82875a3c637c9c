import { type Block, isText, isToolUse, type Message } from '@loadout/core/model';
import { describe, expect, it } from 'vitest';
import { isResult } from '../tools/find-tools.js';
import { CLEARED, clearOldResults } from './clear-old-results.js';
import { lastPrompt, newestFrom } from './newest-messages.js';
import { summarisedConversation } from './summarise.js';

const text = (words: string): Block => ({ type: 'text', text: words });
const use = (id: string): Block => ({ type: 'tool_use', id, name: 'Look', input: {} });
const result = (id: string, content: string): Block => ({ type: 'tool_result', tool_use_id: id, content });
const said = (role: Message['role'], ...content: Block[]): Message => Object.freeze({ role, content: Object.freeze(content) });

/** A small generator with a seed, so that a failure can be reproduced. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * A history as the loop makes it: prompts, turns with up to three calls, reminders, prompts behind the results of an interrupted
 * turn.
 */
function randomHistory(random: (below: number) => number): Message[] {
  const messages: Message[] = [said('user', text(`prompt 0 ${'p'.repeat(random(3000))}`))];
  const turns = 1 + random(30);
  for (let turn = 1; turn <= turns; turn++) {
    const ids = Array.from({ length: random(4) }, (_, at) => `call_${turn}_${at}`);
    messages.push(said('assistant', text(`turn ${turn}`), ...ids.map(use)));
    const results = ids.map((id) => result(id, 'r'.repeat(random(20_000))));
    const prompt = ids.length === 0 || random(8) === 0 ? [text(`prompt ${turn} ${'p'.repeat(random(3000))}`)] : [];
    const note = random(5) === 0 ? [text('<system-reminder>\nGo on.\n</system-reminder>')] : [];
    messages.push(said('user', ...results, ...prompt, ...note));
  }
  return messages;
}

/** Returns the problems for which the Messages API would refuse the messages. */
function problemsOf(messages: readonly Message[]): string[] {
  const problems: string[] = [];
  let open: string[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role !== (index % 2 === 0 ? 'user' : 'assistant')) problems.push(`message ${index} is of the ${message.role}`);
    if (message.content.length === 0) problems.push(`message ${index} is empty`);
    const answered = message.content.filter(isResult).map((block) => block.tool_use_id);
    if (answered.join() !== open.join()) problems.push(`message ${index} answers ${answered} where ${open} are open`);
    if (message.content.slice(0, answered.length).some((block) => !isResult(block))) problems.push(`message ${index}: order`);
    open = message.content.filter(isToolUse).map((block) => block.id);
  }
  return open.length > 0 ? [...problems, `${open} stay open`] : problems;
}

const compacted = (messages: readonly Message[], atMost: number) => {
  const from = newestFrom(messages, { atLeast: atMost / 4, atMost });
  return { from, shorter: summarisedConversation(messages, { summary: 'S', from, transcript: '/t.jsonl', again: [] }) };
};

describe('a conversation with a summary', () => {
  it('is accepted by the API, whatever its history: calls and results stay together (COMPACT-05)', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const random = randomFrom(seed);
      const history = randomHistory(random);
      expect(problemsOf(history), `seed ${seed} itself`).toEqual([]);
      const { shorter } = compacted(history, 500 + random(40_000));
      expect(problemsOf(shorter), `seed ${seed}`).toEqual([]);
      const again = compacted([...shorter, said('assistant', text('more')), said('user', text('and more'))], 2000);
      expect(problemsOf(again.shorter), `seed ${seed}, twice`).toEqual([]);
      expect(problemsOf(clearOldResults(history).messages), `seed ${seed}, cleared`).toEqual([]);
    }
  });

  it('has the person’s last prompt, byte for byte and once (COMPACT-04)', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const history = randomHistory(randomFrom(seed));
      const { shorter } = compacted(history, 3000);
      const prompts = (messages: readonly Message[]) =>
        messages.flatMap((message) => message.content).filter((block) => isText(block) && block.text.startsWith('prompt'));
      const last = prompts(history).at(-1);
      expect(
        prompts(shorter).filter((block) => block === last),
        `seed ${seed}`,
      ).toHaveLength(1);
      expect(prompts(shorter).at(-1)).toBe(last);
    }
  });

  it('keeps the newest messages as the same objects', () => {
    const history = randomHistory(randomFrom(7));
    const { from, shorter } = compacted(history, 20_000);
    const kept = history.slice(from).filter((message) => message.role === 'assistant');
    expect(kept.length).toBeGreaterThan(0);
    for (const message of kept) expect(shorter).toContain(message);
  });
});

describe('the newest messages', () => {
  const chat = Array.from({ length: 20 }, (_, at) => said(at % 2 === 0 ? 'user' : 'assistant', text(`words ${at}`)));

  it('are five with text if they are short', () => {
    expect(newestFrom(chat, { atLeast: 10_000, atMost: 40_000 })).toBe(15);
  });

  it('are empty if the last one alone is too long', () => {
    const long = [...chat, said('user', text('x'.repeat(200_000)))];
    expect(newestFrom(long, { atLeast: 10_000, atMost: 40_000 })).toBe(long.length);
    expect(lastPrompt(long, long.length)).toEqual(long.at(-1)?.content);
  });
});

describe('clearing old results (COMPACT-02)', () => {
  const long = 'x'.repeat(4000);
  const turns = Array.from({ length: 8 }, (_, at) => [said('assistant', use(`c${at}`)), said('user', result(`c${at}`, long))]);
  const history = [said('user', text('Go.')), ...turns.flat()];

  it('keeps the five newest, and every message without an old result as the same object', () => {
    const { messages, freed } = clearOldResults(history);
    const contents = messages.flatMap((message) => message.content.filter(isResult)).map((block) => block.content);
    expect(contents).toEqual([CLEARED, CLEARED, CLEARED, long, long, long, long, long]);
    expect(messages.filter((message, at) => message !== history[at])).toHaveLength(3);
    expect(freed).toBeCloseTo((3 * (4000 - CLEARED.length)) / 4);
  });

  it('keeps results that the model has not read yet', () => {
    const ids = Array.from({ length: 8 }, (_, at) => `n${at}`);
    const unread = [...history, said('assistant', ...ids.map(use)), said('user', ...ids.map((id) => result(id, long)))];
    expect(clearOldResults(unread).messages.at(-1)).toBe(unread.at(-1));
  });

  it('frees nothing the second time', () => {
    expect(clearOldResults(clearOldResults(history).messages).freed).toBe(0);
  });
});
