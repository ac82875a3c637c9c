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
    const { written, confirm } = outbox.take();
    expect(written).toEqual([record('one')]);
    await turn();
    expect(await stateOf(settled)).toBe('open');
    confirm();
    await expect(settled).resolves.toBeUndefined();
  });

  it('does not settle a record that was appended after the step was taken', async () => {
    const outbox = new Outbox();
    outbox.append(record('one'));
    const one = outbox.take();
    outbox.append(record('two'));
    const settled = outbox.settled();
    one.confirm();
    await turn();
    expect(await stateOf(settled)).toBe('open');
    outbox.take().confirm();
    await expect(settled).resolves.toBeUndefined();
  });

  it('does not settle a record of a step that was taken later than the step that the engine confirms', async () => {
    const outbox = new Outbox();
    outbox.append(record('one'));
    const one = outbox.take();
    const first = outbox.settled();
    outbox.append(record('two'));
    const second = outbox.settled();
    const two = outbox.take();
    one.confirm();
    await expect(first).resolves.toBeUndefined();
    expect(await stateOf(second)).toBe('open');
    two.confirm();
    await expect(second).resolves.toBeUndefined();
  });

  it('settles the records up to one of them before it settles the later ones', async () => {
    const outbox = new Outbox();
    outbox.append(record('answer'));
    const answers = outbox.appended;
    const one = outbox.take();
    outbox.append(record('result'));
    const [answered, settled] = [outbox.settled(answers), outbox.settled()];
    one.confirm();
    await expect(answered).resolves.toBeUndefined();
    expect(await stateOf(settled)).toBe('open');
  });

  it('settles at once if everything is confirmed', async () => {
    await expect(new Outbox().settled()).resolves.toBeUndefined();
  });

  it('takes as many records as a step may hold, in order, and loses none', () => {
    const outbox = new Outbox();
    const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(400_000));
    for (const text of texts) outbox.append(record('message', text));
    const steps = [outbox.take(), outbox.take(), outbox.take()].map(({ written }) => written);
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
    expect(outbox.take().written).toHaveLength(1);
  });

  it('keeps a record as it was when it was appended', () => {
    const outbox = new Outbox();
    const changing = record('message', 'before');
    outbox.append(changing);
    changing.record.text = 'after';
    expect(outbox.take().written).toEqual([record('message', 'before')]);
  });

  it('rejects everything that waits and everything later, once the run is lost', async () => {
    const outbox = new Outbox();
    outbox.append(record('one'));
    const waiting = outbox.settled();
    outbox.lose(new Error('lost'));
    outbox.lose(new Error('lost again'));
    await expect(waiting).rejects.toThrow(/^lost$/);
    outbox.take().confirm();
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

  it('gathers the records of one moment in one step, and those that the run waits for at once', async () => {
    const outbox = new Outbox();
    const news = outbox.news();
    outbox.append(record('ended'));
    await Promise.resolve();
    outbox.append(record('results'));
    await news;
    expect(outbox.take().written).toHaveLength(2);
    outbox.append(record('started'));
    outbox.settled().catch(() => {});
    let isNews = false;
    void outbox.news().then(() => {
      isNews = true;
    });
    await new Promise<void>((resolve) => process.nextTick(() => queueMicrotask(resolve)));
    expect(isNews).toBe(true);
  });

  it('knows whose end waits', () => {
    const outbox = new Outbox();
    outbox.append(record('end', '', 'agent_1'));
    expect([outbox.endsWith(OWN), outbox.endsWith('agent_1')]).toEqual([false, true]);
    outbox.append(record('ended'));
    expect(outbox.endsWith('agent_1')).toBe(false);
  });
});
