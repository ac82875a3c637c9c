import { describe, expect, it } from 'vitest';
import { RunInbox } from './exchange.js';

const never = new AbortController().signal;

describe('the inbox of a run', () => {
  it('returns each text once, in order', () => {
    const inbox = new RunInbox();
    inbox.add('one');
    inbox.add('two');
    expect([inbox.take(), inbox.take()]).toEqual([['one', 'two'], []]);
  });

  it('has nothing to wait for if nobody holds it', async () => {
    expect(await new RunInbox().something(never)).toBe(false);
  });

  it('waits for work that may bring a message, until the work ends or fails', async () => {
    const inbox = new RunInbox();
    let fail = (_: Error) => {};
    inbox.hold(new Promise((_, reject) => (fail = reject)));
    const waited = inbox.something(never);
    fail(new Error('gone'));
    expect(await waited).toBe(false);
  });

  it('continues as soon as a message arrives', async () => {
    const inbox = new RunInbox();
    inbox.hold(new Promise(() => {}));
    const waited = inbox.something(never);
    inbox.add('news');
    expect([await waited, inbox.isHeld]).toEqual([true, true]);
  });

  it('stops waiting when the run is interrupted', async () => {
    const inbox = new RunInbox();
    const controller = new AbortController();
    inbox.hold(new Promise(() => {}));
    const waited = inbox.something(controller.signal);
    controller.abort();
    expect(await waited).toBe(false);
  });
});
