import { describe, expect, it } from 'vitest';
import { CountedAbort } from '../call/environment.test-kit.js';
import { onAbort } from './interrupt.js';

describe('many wait for one signal', () => {
  it('with one listener between them, and none when all have cancelled', () => {
    const abort = new CountedAbort();
    const cancels = Array.from({ length: 50 }, () => onAbort(abort.controller.signal, () => {}));
    expect(abort.listeners).toBe(1);
    for (const cancel of cancels) cancel();
    expect(abort.listeners).toBe(0);
    onAbort(abort.controller.signal, () => {})();
    expect(abort.listeners).toBe(0);
  });

  it('each is told once; who cancelled, or came and went before, is not', () => {
    const { controller } = new CountedAbort();
    const told: string[] = [];
    const cancelled = onAbort(controller.signal, () => told.push('cancelled'));
    const same = () => told.push('twice');
    onAbort(controller.signal, same);
    onAbort(controller.signal, same);
    cancelled();
    cancelled();
    controller.abort();
    onAbort(controller.signal, () => told.push('too late, so at once'));
    expect(told).toEqual(['twice', 'twice', 'too late, so at once']);
  });
});
