import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionRecord } from '@loadout/sessions';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withSum } from '../../../sessions/src/native-format.js';
import { readRecord } from './read-record.js';

const RUN = { kind: 'run', text: 'make', words: ['make'] } as const;
const header = (id: string, agent = 'helper'): SessionRecord => ({
  ...{ t: 'session', version: 1, id, agent, cwd: '/repo', startedAt: '2026-11-01', environment: '', artifactDir: '/state' },
});
const asks = (...ids: readonly string[]): SessionRecord => ({
  t: 'message',
  message: { role: 'assistant', content: ids.map((id) => ({ type: 'tool_use', id, name: 'Bash', input: { command: 'make' } })) },
});
const mode: SessionRecord = { t: 'run', model: { id: 'm', provider: 'p' }, mode: 'plan', rules: [] };
const started = (id: string, decision: object, at = 1): SessionRecord => ({
  t: 'started',
  id,
  name: 'Bash',
  repeatable: false,
  decision,
  at,
});
const denied = (id: string, decision: object): SessionRecord => ({
  ...{ t: 'ended', id, outcome: 'denied', at: 1, decision },
  block: { type: 'tool_result', tool_use_id: id, content: '', is_error: true },
});

function folder(files: Readonly<Record<string, readonly SessionRecord[]>>) {
  const dir = mkdtempSync(join(tmpdir(), 'record-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const [name, records] of Object.entries(files)) {
    mkdirSync(join(dir, name, '..'), { recursive: true });
    writeFileSync(join(dir, `${name}.jsonl`), records.map((record) => `${withSum(JSON.stringify(record))}\n`).join(''));
  }
  return { dir };
}

describe('readRecord', () => {
  it('returns each decided call with its mode, its input and what became of it', () => {
    const subject = { touches: [RUN] };
    const decisions: readonly SessionRecord[] = [
      started('a', { by: 'person', spared: ['Bash(make)'], subject }),
      denied('b', { by: 'person', subject }),
      denied('c', { by: 'nobody', subject }),
      denied('d', { rule: 'Bash', subject }),
      denied('e', { by: 'hook', subject }),
      denied('f', { subject }),
    ];
    const { calls, unclear, unread } = readRecord(
      folder({ one: [header('one'), mode, asks('a', 'b', 'c', 'd', 'e', 'f'), ...decisions] }),
    );
    expect([unclear, unread]).toEqual([[], []]);
    expect(calls.map(({ answer, ran, refused, spared }) => [answer, ran, refused, spared])).toEqual([
      ['allowed', true, false, ['Bash(make)']],
      ['denied', false, true, []],
      ['nobody', false, false, []],
      [undefined, false, true, []],
      [undefined, false, false, []],
      [undefined, false, false, []],
    ]);
    expect(calls[0]).toMatchObject({
      session: 'one',
      mode: 'plan',
      agents: ['helper'],
      call: { accesses: [RUN], input: { command: 'make' } },
    });
  });

  it('names the agents above a subagent, and counts a forked call once', () => {
    const call = [asks('a'), started('a', { subject: { touches: [RUN] } })];
    const files = {
      one: [header('one'), ...call],
      two: [header('two'), ...call],
      'one/agents/sub': [header('sub', 'reader'), asks('b'), started('b', { subject: { touches: [] } })],
    };
    expect(
      readRecord(folder(files))
        .calls.map(({ agents }) => agents.join())
        .sort(),
    ).toEqual(['helper', 'reader,helper']);
  });

  it.each([
    ['nothing', undefined, 'no accesses on record'],
    ['an access without its text', { touches: [{ kind: 'write' }] }, 'no accesses on record'],
    ['an unknown access', { touches: [{ kind: 'fly', path: '/' }] }, 'no accesses on record'],
    ['no list', { touches: 'all' }, 'no accesses on record'],
    ['a hidden secret', { touches: [{ ...RUN, text: 'curl [secret]' }] }, 'a secret is left out of the record'],
  ])('sets a call apart whose record has %s', (_, subject, why) => {
    const { calls, unclear } = readRecord(folder({ one: [header('one'), asks('a'), started('a', { subject })] }));
    expect([calls, unclear]).toEqual([[], [{ session: 'one', tool: 'Bash', why, refused: false }]]);
  });
});
