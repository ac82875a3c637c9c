import { describe, expect, it } from 'vitest';
import type { Key } from '../input/key.js';
import { keyPress } from '../input/key-codes.js';
import { menuQuestion } from './menu-question.js';
import { Questions } from './questions.js';

const key = (text: string): Key => ({ ...keyPress(text), text });
const asked = (name: string) =>
  menuQuestion({
    head: () => [[{ text: name }]],
    answers: [
      { key: 'y', text: 'yes', value: 'yes' },
      { key: 'n', text: 'no', value: 'no', takesWords: true },
    ],
    left: { value: 'left', words: '' },
  });
const NOBODY = { value: 'nobody', words: '' };

function waiting() {
  const clock = { now: 0 };
  const questions = new Questions({ now: () => clock.now, onChange: () => {} });
  const ask = (name: string, signal?: AbortSignal) => questions.ask(asked(name), { signal, nobody: NOBODY });
  const shown = () => questions.open?.head(80)[0]?.[0]?.text;
  return { clock, questions, ask, shown };
}

describe('questions', () => {
  it('take no key before 300 ms have passed without one, also when another one comes next', async () => {
    const { clock, questions, ask, shown } = waiting();
    const [first, second] = [ask('first'), ask('second')];
    clock.now = 200;
    expect(questions.press(key('y'))).toBe(false);
    clock.now = 499;
    expect(questions.press(key('y'))).toBe(false);
    clock.now = 799;
    expect(questions.press(key('y'))).toBe(true);
    expect(await first).toEqual({ value: 'yes', words: '' });
    expect(shown()).toBe('second');
    expect(questions.press(key('y'))).toBe(false);
    clock.now = 1099;
    expect(questions.press(keyPress('escape'))).toBe(true);
    expect(await second).toEqual({ value: 'left', words: '' });
    expect(questions.press(key('y'))).toBe(false);
  });

  it('that nobody waits for any more leave the queue, wherever they stand', async () => {
    const { questions, ask, shown } = waiting();
    const [one, two] = [new AbortController(), new AbortController()];
    const answers = [ask('first', one.signal), ask('second', two.signal), ask('third')];
    two.abort();
    one.abort();
    expect(await answers[0]).toEqual(NOBODY);
    expect(await answers[1]).toEqual(NOBODY);
    expect([shown(), questions.others]).toEqual(['third', 0]);
    questions.withdrawAll();
    expect(await answers[2]).toEqual(NOBODY);
    expect(questions.open).toBeUndefined();
  });

  it('of a caller who has gone already do not appear', async () => {
    const { ask, shown } = waiting();
    expect(await ask('late', AbortSignal.abort())).toEqual(NOBODY);
    expect(shown()).toBeUndefined();
  });

  it('take words with an answer that has them', async () => {
    const { clock, questions, ask } = waiting();
    const answer = ask('first');
    clock.now = 300;
    for (const text of 'nbad idea') questions.press(key(text));
    questions.press(keyPress('enter'));
    expect(await answer).toEqual({ value: 'no', words: 'bad idea' });
  });
});
