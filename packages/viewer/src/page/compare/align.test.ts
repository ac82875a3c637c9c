import { describe, expect, it } from 'vitest';
import type { CallNode } from '../../model/trajectory.js';
import { alignCalls, type Pair, withoutLongEqual } from './align.js';

const call = (hash: string, state: CallNode['state'] = 'done'): CallNode => ({
  id: 0,
  kind: 'call',
  agent: ['main'],
  size: 0,
  callId: hash,
  tool: 'Bash',
  title: hash,
  state,
  hash,
});
const shown = (pairs: readonly Pair[]) =>
  pairs.map(({ left, right, difference }) => `${left?.hash ?? '-'}${right?.hash ?? '-'} ${difference}`);
const calls = (text: string) => [...text].map((hash) => call(hash));

describe('two recordings side by side', () => {
  it('have equal calls in one row, and a call that only one has alone', () => {
    expect(shown(alignCalls(calls('abd'), calls('acbd')))).toEqual(['aa none', '-c call', 'bb none', 'dd none']);
  });

  it('have a call that ended in another state marked', () => {
    expect(shown(alignCalls([call('a', 'denied')], [call('a')]))).toEqual(['aa end']);
  });

  it('have other calls at the same place in one row', () => {
    expect(shown(alignCalls(calls('axb'), calls('ayb')))).toEqual(['aa none', 'xy call', 'bb none']);
  });

  it('lose no call', () => {
    const pairs = alignCalls(calls('abcabcabc'), calls('cbacba'));
    expect(pairs.map(({ left }) => left?.hash ?? '').join('')).toBe('abcabcabc');
    expect(pairs.map(({ right }) => right?.hash ?? '').join('')).toBe('cbacba');
  });

  it('leave out long equal stretches, and say how long they are', () => {
    const rows = withoutLongEqual(alignCalls(calls('abcdefghijklx'), calls('abcdefghijkly')));
    expect(rows).toHaveLength(5);
    expect(rows[0]).toEqual({ same: 9 });
    expect(withoutLongEqual(alignCalls(calls('ab'), calls('ab')))).toEqual([{ same: 2 }]);
  });
});
