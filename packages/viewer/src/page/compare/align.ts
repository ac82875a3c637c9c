import { diffArrays } from 'diff';
import type { CallNode, TreeNode } from '../../model/trajectory.js';

/** Two calls that stand side by side. A call that only one recording has stands alone. */
export interface Pair {
  readonly left?: CallNode | undefined;
  readonly right?: CallNode | undefined;
  /** `end`: the same call ended in another state. */
  readonly difference: 'none' | 'end' | 'call';
}

/** The time after which the calls are put side by side by their number. */
const TIMEOUT = 1500;

/** Aligns the calls of two recordings by agent, tool and input. */
export function alignCalls(left: readonly TreeNode[], right: readonly TreeNode[]): Pair[] {
  const a = left.filter((node): node is CallNode => node.kind === 'call');
  const b = right.filter((node): node is CallNode => node.kind === 'call');
  const changes = diffArrays(a.map(keyOf), b.map(keyOf), { timeout: TIMEOUT });
  if (changes === undefined) return sideBySide(a, b);
  const pairs: Pair[] = [];
  const only: { left: CallNode[]; right: CallNode[] } = { left: [], right: [] };
  let [i, j] = [0, 0];
  for (const { added, removed, value } of changes) {
    if (removed) only.left.push(...a.slice(i, i + value.length));
    else if (added) only.right.push(...b.slice(j, j + value.length));
    else {
      pairs.push(...sideBySide(only.left.splice(0), only.right.splice(0)));
      pairs.push(...sideBySide(a.slice(i, i + value.length), b.slice(j, j + value.length)));
    }
    if (!added) i += value.length;
    if (!removed) j += value.length;
  }
  return [...pairs, ...sideBySide(only.left, only.right)];
}

const keyOf = ({ agent, tool, hash }: CallNode): string => JSON.stringify([agent, tool, hash]);

function sideBySide(left: readonly CallNode[], right: readonly CallNode[]): Pair[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const pair = { left: left[index], right: right[index] };
    return { ...pair, difference: differenceOf(pair) };
  });
}

function differenceOf({ left, right }: Pick<Pair, 'left' | 'right'>): Pair['difference'] {
  if (left === undefined || right === undefined || keyOf(left) !== keyOf(right)) return 'call';
  return left.state === right.state && left.decision?.effect === right.decision?.effect ? 'none' : 'end';
}

/** A stretch of pairs, or the number of equal pairs that are left out between two differences. */
export type Shown = { readonly pair: Pair; readonly index: number } | { readonly same: number };

/** Equal pairs on both sides of a difference that stay. */
const CONTEXT = 3;

/** Leaves out long stretches of equal pairs. */
export function withoutLongEqual(pairs: readonly Pair[]): Shown[] {
  const near = new Set<number>();
  pairs.forEach(({ difference }, index) => {
    if (difference === 'none') return;
    for (let at = index - CONTEXT; at <= index + CONTEXT; at += 1) near.add(at);
  });
  const shown: Shown[] = [];
  pairs.forEach((pair, index) => {
    const last = shown.at(-1);
    if (near.has(index)) shown.push({ pair, index });
    else if (last !== undefined && 'same' in last) shown[shown.length - 1] = { same: last.same + 1 };
    else shown.push({ same: 1 });
  });
  return shown;
}
