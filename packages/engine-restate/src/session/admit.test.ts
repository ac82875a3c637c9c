import { describe, expect, it } from 'vitest';
import { type Arrival, admit, refuseEarly } from './admit.js';
import { Slots } from './slots.js';

class PauseError extends Error {}

/** Admits a run with this plan, label and folder to a worker with one place, the plan `p` and the label `gpu`. */
function arrive({ plan = 'p', label, folder, slots = new Slots(1), isEarly = false }: Arriving) {
  const ctx = { key: 'run-1', request: () => ({ id: 'inv_1' }) };
  const worker = { hash: 'p', labels: ['gpu'], slots };
  const arrival = { restate: { PauseError }, worker, request: { plan, label, prompt: '' }, folder };
  const look = isEarly ? refuseEarly : admit;
  return look(ctx as unknown as Parameters<typeof admit>[0], arrival as unknown as Arrival) ?? (() => {});
}

interface Arriving {
  readonly plan?: string;
  readonly label?: string;
  readonly folder?: string;
  readonly slots?: Slots;
  /** Looks before the session is read. */
  readonly isEarly?: boolean;
}

describe('a run that arrives at a worker', () => {
  it('gets a place, and gives it up', () => {
    const slots = new Slots(1);
    const release = arrive({ slots, label: 'gpu', folder: import.meta.dirname });
    expect(slots.free).toBe(0);
    release();
    expect(slots.free).toBe(1);
  });

  it.each<[string, Arriving, string]>([
    ['another plan', { plan: 'q' }, 'was submitted with the plan q'],
    ['a label that the worker lacks', { label: 'eu' }, 'needs a worker with the label "eu"'],
    ['a folder that is not here', { folder: '/nowhere/at/all' }, 'works in /nowhere/at/all, and this worker has no such folder'],
    ['no place', { slots: new Slots(0) }, 'waits for a place'],
  ])('is paused for another worker: %s', (_, arriving, reason) => {
    const slots = arriving.slots ?? new Slots(1);
    const free = slots.free;
    const attempt = () => arrive({ ...arriving, slots });
    expect(attempt).toThrow(PauseError);
    expect(attempt).toThrow(reason);
    expect(slots.free).toBe(free);
  });

  it('is left to other workers for a while only if its folder is not here', () => {
    const slots = new Slots(1);
    expect(() => arrive({ plan: 'q', slots })).toThrow(PauseError);
    expect(slots.isDeclined('inv_1')).toBe(false);
    expect(() => arrive({ folder: '/nowhere/at/all', slots })).toThrow(PauseError);
    expect(slots.isDeclined('inv_1')).toBe(true);
  });

  it('without a place is refused before its session is read, and one that was claimed is not', () => {
    const slots = new Slots(1);
    slots.enter('other');
    expect(() => arrive({ slots, isEarly: true })).toThrow('waits for a place');
    const claimed = new Slots(1);
    claimed.claim('inv_1');
    expect(() => arrive({ slots: claimed, isEarly: true })).not.toThrow();
    expect(claimed.free).toBe(0);
  });
});
