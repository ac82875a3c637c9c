import { describe, expect, it } from 'vitest';
import type { PromptNode } from '../../model/trajectory.js';
import { forestOf } from './forest.js';
import { stepOf } from './step-of.js';
import { visibleRows } from './visible-rows.js';

const node = (id: number, parent?: number): PromptNode => ({
  id,
  kind: 'prompt',
  title: `n${id}`,
  agent: [],
  size: 0,
  ...(parent === undefined ? {} : { parent }),
});
/** 0 with 1 and 2 below it, 3 below 2, and 4 beside 0. */
const forest = forestOf([node(0), node(1, 0), node(2, 0), node(3, 2), node(4)]);
const rowsOf = (closed: readonly number[] = [], fitting?: readonly number[]) =>
  visibleRows(forest, { closed: new Set(closed), fitting: fitting === undefined ? undefined : new Set(fitting) });
const ids = (rows: ReturnType<typeof rowsOf>) => rows.map(({ node: { id } }) => id);
const step = (key: string, index: number, closed: readonly number[] = []) =>
  stepOf(key, { rows: rowsOf(closed), index, page: 3 });

describe('the rows of the tree', () => {
  it('are in the order of the record, without what is below a closed row', () => {
    expect([ids(rowsOf()), ids(rowsOf([2])), ids(rowsOf([0]))]).toEqual([
      [0, 1, 2, 3, 4],
      [0, 1, 2, 4],
      [0, 4],
    ]);
  });

  it('are the rows that fit with those above them, also below a closed row', () => {
    expect([ids(rowsOf([0], [3])), ids(rowsOf([], []))]).toEqual([[0, 2, 3], []]);
  });
});

describe('a key in the tree', () => {
  it.each([
    ['ArrowDown', 0, { select: 1 }],
    ['ArrowUp', 0, { select: 0 }],
    ['PageDown', 1, { select: 4 }],
    ['PageUp', 4, { select: 1 }],
    ['Home', 4, { select: 0 }],
    ['End', 0, { select: 4 }],
    ['ArrowRight', 0, { select: 1 }],
    ['ArrowRight', 1, {}],
    ['ArrowLeft', 0, { toggle: { id: 0, isOpen: false } }],
    ['ArrowLeft', 3, { select: 2 }],
    ['a', 0, undefined],
  ])('%s at row %i goes where trees go', (key, index, wanted) => {
    expect(step(key, index)).toEqual(wanted);
  });

  it('opens a closed row first', () => {
    expect(step('ArrowRight', 2, [2])).toEqual({ toggle: { id: 2, isOpen: true } });
  });
});
