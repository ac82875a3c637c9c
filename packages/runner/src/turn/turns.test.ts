import { expect, it } from 'vitest';
import { Turns } from './turns.js';

type Call = Parameters<Turns['take']>[0];

const call = (id: string, safe: boolean) =>
  ({ id, tool: { isConcurrencySafe: () => safe }, parsed: { input: {}, written: {} } }) as unknown as Call;

/** Which of them have begun, in that order. */
function begin(turns: Turns) {
  const begun: string[] = [];
  const take = (id: string, safe: boolean) => void turns.take(call(id, safe)).then(() => begun.push(id));
  const settle = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return begun;
  };
  return { take, settle };
}

it('safe calls run together, up to the limit', async () => {
  const turns = new Turns(2);
  const { take, settle } = begin(turns);
  for (const id of ['a', 'b', 'c']) take(id, true);
  expect(await settle()).toEqual(['a', 'b']);
  turns.leave('a');
  expect(await settle()).toEqual(['a', 'b', 'c']);
});

it('an unsafe call runs alone, after all that came before it and before all behind it (ORCH-02)', async () => {
  const turns = new Turns(10);
  const { take, settle } = begin(turns);
  take('a', true);
  take('b', false);
  take('c', true);
  expect(await settle()).toEqual(['a']);
  turns.leave('a');
  expect(await settle()).toEqual(['a', 'b']);
  turns.leave('b');
  expect(await settle()).toEqual(['a', 'b', 'c']);
});

it('a call that became unsafe waits until nothing else runs, and goes first then', async () => {
  const turns = new Turns(10);
  const { take, settle } = begin(turns);
  take('a', true);
  take('b', true);
  take('a', false);
  take('c', true);
  expect(await settle()).toEqual(['a', 'b']);
  turns.leave('b');
  expect(await settle()).toEqual(['a', 'b', 'a']);
});

it('a call that is given up keeps nobody waiting', async () => {
  const turns = new Turns(10);
  const { take, settle } = begin(turns);
  take('a', true);
  take('b', false);
  take('c', true);
  turns.leave('b');
  expect(await settle()).toEqual(['a', 'c']);
});
