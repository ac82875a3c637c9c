import { expect, it } from 'vitest';
import { releasableSignal } from './exchange.js';

it('aborts with the other signal and its reason, after the interrupt was told', () => {
  const run = new AbortController();
  const seen: boolean[] = [];
  const turn = releasableSignal(run.signal, () => seen.push(turn.signal.aborted));
  run.abort('enough');
  expect([seen, turn.signal.reason]).toEqual([[false], 'enough']);
});

it('is aborted at once if the other signal is', () => {
  let isTold = false;
  const turn = releasableSignal(AbortSignal.abort('before'), () => {
    isTold = true;
  });
  expect([isTold, turn.signal.reason]).toEqual([true, 'before']);
});

it('follows no more after its release, so that a turn that is over leaves nothing on the signal of the run', () => {
  const run = new AbortController();
  let isTold = false;
  const turn = releasableSignal(run.signal, () => {
    isTold = true;
  });
  turn.release();
  run.abort();
  expect([isTold, turn.signal.aborted]).toEqual([false, false]);
});

it('can be aborted alone', () => {
  const run = new AbortController();
  const turn = releasableSignal(run.signal, () => {});
  turn.abort();
  expect([turn.signal.aborted, run.signal.aborted]).toEqual([true, false]);
});
