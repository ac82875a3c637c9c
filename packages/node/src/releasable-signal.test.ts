import { getEventListeners } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { releasableSignal, underSignals } from './timer.js';

const listenersOn = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

it('aborts with the first of the others, and with its reason', () => {
  const [run, call] = [new AbortController(), new AbortController()];
  const { signal } = releasableSignal(run.signal, undefined, call.signal);
  call.abort('enough');
  run.abort('later');
  expect([signal.aborted, signal.reason, listenersOn(run.signal)]).toEqual([true, 'enough', 0]);
});

it('is aborted at once if another signal is, and listens to none', () => {
  const run = new AbortController();
  const { signal } = releasableSignal(run.signal, AbortSignal.abort('before'));
  expect([signal.reason, listenersOn(run.signal)]).toEqual(['before', 0]);
});

it('follows no more after its release, so that a turn that is over leaves nothing on the signal of the run', () => {
  const run = new AbortController();
  const turn = releasableSignal(run.signal);
  expect(listenersOn(run.signal)).toBe(1);
  turn.release();
  run.abort();
  expect([turn.signal.aborted, listenersOn(run.signal)]).toEqual([false, 0]);
});

it('can be aborted alone', () => {
  const run = new AbortController();
  const turn = releasableSignal(run.signal);
  turn.abort();
  expect([turn.signal.aborted, run.signal.aborted]).toEqual([true, false]);
});

it('work that ended or failed leaves nothing on the signals that it was under', async () => {
  const server = new AbortController();
  for (let count = 0; count < 100; count += 1) await underSignals([server.signal], () => count);
  const failed = underSignals([server.signal], () => Promise.reject(new Error('failed')));
  await expect(failed).rejects.toThrow('failed');
  expect(listenersOn(server.signal)).toBe(0);
});

it('a hundred may follow one signal, and Node warns of no leak', async () => {
  const warned: string[] = [];
  const warn = ({ message }: Error) => warned.push(message);
  process.on('warning', warn);
  onTestFinished(() => void process.off('warning', warn));
  const server = new AbortController();
  const all = Array.from({ length: 100 }, () => releasableSignal(server.signal));
  // Node tells its warnings in a later turn of the loop.
  await new Promise((resolve) => setImmediate(resolve));
  for (const one of all) one.release();
  expect(warned).toEqual([]);
});
