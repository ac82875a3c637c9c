import { describe, expect, it } from 'vitest';
import { Outbox, type Written } from './outbox.js';
import { OWN } from './round-sessions.js';

const record = (t: string, text = '', of = OWN) =>
  ({ of, record: { t, text } }) as unknown as Written & { record: { text: string } };
/** Follows a promise without waiting for it. */
async function stateOf(promise: Promise<unknown>): Promise<string> {
  const open = Symbol('open');
  const found = await Promise.race([
    promise.then(
      () => 'resolved',
      (error: Error) => error.message,
    ),
    Promise.resolve(open),
  ]);
  return found === open ? 'open' : String(found);
}
/** Lets everything run that waits for promises alone. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the outbox of a run', () => {
  it('settles a record when the engine has confirmed the step with it, not when the step was taken', async () => {
    const outbox = new Outbox();
    outbox.append(record('one'));
    const settled = outbox.settled();
    expect(outbox.take()).toEqual([record('one')]);
    await turn();
    expect(await stateOf(settled)).toBe('open');
    outbox.confirm();
    await expect(settled).resolves.toBeUndefined();
  });

  it('does not settle a record that was appended after the step was taken', async () => {
    const outbox = new Outbox();
    outbox.append(record('one'));
    outbox.take();
    outbox.append(record('two'));
    const settled = outbox.settled();
    outbox.confirm();
    await turn();
    expect(await stateOf(settled)).toBe('open');
    outbox.take();
    outbox.confirm();
    await expect(settled).resolves.toBeUndefined();
  });

  it('settles at once if everything is confirmed', async () => {
    await expect(new Outbox().settled()).resolves.toBeUndefined();
  });

  it('takes as many records as a step may hold, in order, and loses none', () => {
    const outbox = new Outbox();
    const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(400_000));
    for (const text of texts) outbox.append(record('message', text));
    const steps = [outbox.take(), outbox.take(), outbox.take()];
    expect(steps.map((step) => step.length)).toEqual([2, 1, 0]);
    expect(steps.flat()).toEqual(texts.map((text) => record('message', text)));
    expect(outbox.isEmpty).toBe(true);
  });

  it.each([
    ['a text', 'x'.repeat(1024 * 1024)],
    ['a text whose letters have several bytes', 'ü'.repeat(600_000)],
  ])('refuses a record that is larger than a step: %s', (_, text) => {
    const outbox = new Outbox();
    expect(() => outbox.append(record('message', text))).toThrow(expect.objectContaining({ code: 'ENGINE_STEP_TOO_LARGE' }));
    expect(outbox.isEmpty).toBe(true);
  });

  it('takes a record that fills a step', () => {
    const outbox = new Outbox();
    const frame = JSON.stringify(record('message')).length;
    outbox.append(record('message', 'x'.repeat(1024 * 1024 - frame)));
    expect(outbox.take()).toHaveLength(1);
  });

  it('keeps a record as it was when it was appended', () => {
    const outbox = new Outbox();
    const changing = record('message', 'before');
    outbox.append(changing);
    changing.record.text = 'after';
    expect(outbox.take()).toEqual([record('message', 'before')]);
  });

  it('rejects everything that waits and everything later, once the run is lost', async () => {
    const outbox = new Outbox();
    outbox.append(record('one'));
    const waiting = outbox.settled();
    outbox.lose(new Error('lost'));
    outbox.lose(new Error('lost again'));
    await expect(waiting).rejects.toThrow(/^lost$/);
    outbox.take();
    outbox.confirm();
    await expect(outbox.settled()).rejects.toThrow(/^lost$/);
  });

  it('lets waiting calls go on after a cancellation', async () => {
    const outbox = new Outbox();
    outbox.append(record('one'));
    const waiting = outbox.settled();
    outbox.release();
    await expect(waiting).resolves.toBeUndefined();
    outbox.append(record('two'));
    await expect(outbox.settled()).resolves.toBeUndefined();
  });

  it('tells of news once for each wait', async () => {
    const outbox = new Outbox();
    const news = outbox.news();
    await turn();
    expect(await stateOf(news)).toBe('open');
    outbox.append(record('one'));
    await expect(news).resolves.toBeUndefined();
    await expect(outbox.news()).resolves.toBeUndefined();
  });

  it('knows whose end waits', () => {
    const outbox = new Outbox();
    outbox.append(record('end', '', 'agent_1'));
    expect([outbox.endsWith(OWN), outbox.endsWith('agent_1')]).toEqual([false, true]);
    outbox.append(record('ended'));
    expect(outbox.endsWith('agent_1')).toBe(false);
  });
});
