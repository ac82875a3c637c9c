import type { Access } from '@loadout/core';
import { decide, type PermissionRule } from '@loadout/core/run';
import { describe, expect, it } from 'vitest';
import { breadth } from '../../../../tests/lib/breadth.js';
import {
  bash,
  edit,
  fetched,
  fetching,
  type Made,
  recorded,
  recordOf,
  ruleOf,
  run,
  setOf,
  write,
} from '../record/calls.test-kit.js';
import { layersFor } from '../record/rule-set.js';
import { chance } from '../suggest/histories.test-kit.js';
import { turnsOf } from './turns.js';

const RULES = [
  'Bash(make:*)',
  'Bash(make all)',
  'Bash',
  'Edit(/src/**)',
  'Edit(/src/a)',
  'Read(/src/**)',
  'WebFetch(domain:a.example)',
  'Mail',
  'Mail(to:a*)',
];
const MODES = ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'] as const;
const TOUCHES: readonly Access[] = [
  run('make', 'all'),
  run('make', 'x'),
  { kind: 'run', text: 'make $X', words: ['make', null] },
  { kind: 'run', text: 'loop', unclear: 'a loop' },
  write('/repo/src/a'),
  write('/repo/src/b'),
  write('/repo/.git/config'),
  { kind: 'write', path: '/repo/src', below: true },
  { kind: 'read', path: '/repo/src/a' },
  { kind: 'read', path: '/etc/passwd' },
  fetched('https://a.example/'),
  { kind: 'session' },
];

describe('turnsOf', () => {
  it('says of random calls and pairs of rules what decide says, and no more', () => {
    const random = chance(7);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const rules = (): readonly PermissionRule[] =>
      Array.from({ length: Math.floor(random() * 4) }, () => ruleOf(pick(RULES), pick(['allow', 'ask', 'deny'] as const)));
    for (let round = 0; round < breadth(3_000, 500); round += 1) {
      const made: Made = {
        tool: pick(['Bash', 'Edit', 'WebFetch', 'Mail']),
        touches: Array.from({ length: Math.floor(random() * 3) }, () => pick(TOUCHES)),
        input: { to: pick(['ann', 'bob']) },
      };
      const answer = pick(['allowed', 'denied', 'nobody', undefined] as const);
      const [mode, other] = [pick(MODES), pick(MODES)];
      const record = { ...recorded(made, answer), mode };
      const [before, after] = [setOf(rules(), { mode }), setOf(rules(), { mode: other })];
      const [was, is] = [decided(record, before, mode), decided(record, after, other)];
      const found = turnsOf(recordOf([record]), { before, after });
      expect(found.judged).toBe(1);
      if (was.behavior === is.behavior) expect(found.turns).toEqual([]);
      else {
        const widens = is.behavior === 'allow' && (was.behavior === 'deny' || record.refused);
        expect(found.turns).toEqual([
          { record, before: expect.objectContaining(part(was)), after: expect.objectContaining(part(is)), widens },
        ]);
      }
    }
  });

  it('keeps the mode that a person chose for the session', () => {
    const record = { ...recorded(edit('/repo/src/a'), undefined), mode: 'acceptEdits' as const };
    const versions = { before: setOf([]), after: setOf([], { mode: 'dontAsk' }) };
    expect(turnsOf(recordOf([record]), versions).turns).toEqual([]);
  });

  it('counts what no rule can be held against, by the reason', () => {
    const calls = [{ ...recorded(bash('make'), 'allowed'), agents: ['gone'] }, recorded(fetching('a.example'), 'allowed')];
    const unclear = { session: 's', tool: 'Old', why: 'no accesses on record', refused: false } as const;
    expect(turnsOf({ ...recordOf(calls), unclear: [unclear, unclear] }, { before: setOf([]), after: setOf([]) })).toEqual({
      turns: [],
      judged: 1,
      unjudged: { 'no accesses on record': 2, 'its agent is not in both versions': 1 },
    });
  });
});

function decided(record: ReturnType<typeof recorded>, set: ReturnType<typeof setOf>, mode: (typeof MODES)[number]) {
  const layers = layersFor(record, set, mode);
  if (layers === undefined) throw new Error('The rules know the agent.');
  return decide(record.call, layers);
}

const part = ({ behavior, rule }: ReturnType<typeof decided>) => ({ behavior, ...(rule === undefined ? {} : { rule }) });
