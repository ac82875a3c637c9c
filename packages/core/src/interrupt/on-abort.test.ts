import { describe, expect, it } from 'vitest';
import { CountedAbort } from '../call/environment.test-kit.js';
import { onAbort } from './interrupt.js';

describe('many callers wait for one signal', () => {
  it('share one listener, and leave none when all have cancelled', () => {
    const abort = new CountedAbort();
    const cancels = Array.from({ length: 50 }, () => onAbort(abort.controller.signal, () => {}));
    expect(abort.listeners).toBe(1);
    for (const cancel of cancels) cancel();
    expect(abort.listeners).toBe(0);
    onAbort(abort.controller.signal, () => {})();
    expect(abort.listeners).toBe(0);
  });

  it('are each called once; a cancelled caller is not, and a late one is called at once', () => {
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
