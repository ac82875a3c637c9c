import { describe, expect, it } from 'vitest';
import { type Links, withLinks } from './task-links.js';

const chain = (length: number): Links =>
  new Map(Array.from({ length }, (_, index) => [`t${index}`, index === 0 ? [] : [`t${index - 1}`]]));

describe('links between tasks (TOOL-TASK-05)', () => {
  it('are kept once each', () => {
    const links = withLinks(new Map(), [
      { waiting: 'a', first: 'b' },
      { waiting: 'a', first: 'b' },
    ]);
    expect([...links]).toEqual([['a', ['b']]]);
  });

  it('never make a task wait for itself, also over others and within one change', () => {
    expect(() => withLinks(new Map(), [{ waiting: 'a', first: 'a' }])).toThrow('a would wait for itself: a waits for a.');
    expect(() => withLinks(chain(3), [{ waiting: 't0', first: 't2' }])).toThrow(
      't0 would wait for itself: t0 waits for t2 waits for t1 waits for t0.',
    );
    const change = [
      { waiting: 'a', first: 'b' },
      { waiting: 'b', first: 'a' },
    ];
    expect(() => withLinks(new Map(), change)).toThrow('b would wait for itself: b waits for a waits for b.');
  });

  it('are checked along a chain of any length, each task once', () => {
    const links = chain(20_000);
    expect(withLinks(links, [{ waiting: 't19999', first: 't0' }]).get('t19999')).toEqual(['t19998', 't0']);
    expect(() => withLinks(links, [{ waiting: 't0', first: 't19999' }])).toThrow(expect.objectContaining({ code: 'TASK_CYCLE' }));
  });
});
