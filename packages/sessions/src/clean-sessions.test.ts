import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownMark } from '@loadout/node';
import { describe, expect, it } from 'vitest';
import { model, planFor, reader, runAgent, tempFolder } from '../../runner/src/run/scripted.test-kit.js';
import { cleanSessions } from './clean-sessions.js';

const DAY = 24 * 60 * 60;
const now = Date.now();

function folder() {
  const dir = tempFolder();
  const session = (id: string, days: number, more: { artifactDir?: string; locked?: boolean } = {}) => {
    const artifactDir = more.artifactDir ?? join(dir, id);
    mkdirSync(join(dir, id, 'tool-results'), { recursive: true });
    writeFileSync(join(dir, id, 'tool-results', 'a.txt'), 'x');
    writeFileSync(join(dir, `${id}.jsonl`), `${JSON.stringify({ t: 'session', id, artifactDir })}\n`);
    if (more.locked === true) writeFileSync(join(dir, `${id}.jsonl.lock`), JSON.stringify(ownMark()));
    for (const name of [`${id}.jsonl`, id]) utimesSync(join(dir, name), now / 1000 - days * DAY, now / 1000 - days * DAY);
  };
  const left = () =>
    readdirSync(dir)
      .filter((name) => !name.startsWith('.'))
      .sort();
  return { dir, session, left, clean: (more = {}) => cleanSessions({ dir }, { retention: 30 * DAY, now, ...more }) };
}

describe('sessions that are older than the retention (RES-06)', () => {
  it('are removed with their results; younger sessions stay', () => {
    const { session, left, clean } = folder();
    session('old', 31);
    session('young', 29);
    expect(clean()).toEqual(['old']);
    expect(left()).toEqual(['young', 'young.jsonl']);
  });

  it('are searched once a day', () => {
    const { session, clean } = folder();
    expect(clean()).toEqual([]);
    session('old', 31);
    expect(clean()).toEqual([]);
    expect(clean({ now: now + DAY * 1000 + 1 })).toEqual(['old']);
  });

  it('stay while somebody uses them', () => {
    const { session, left, clean } = folder();
    session('used', 31, { locked: true });
    expect(clean()).toEqual([]);
    expect(left()).toEqual(['used', 'used.jsonl', 'used.jsonl.lock']);
  });

  it('keep results that a younger fork refers to, until the fork is removed too', () => {
    const { dir, session, left, clean } = folder();
    session('first', 40);
    session('fork', 5, { artifactDir: join(dir, 'first') });
    expect(clean()).toEqual(['first']);
    expect(left()).toEqual(['first', 'fork', 'fork.jsonl']);
    expect(clean({ now: now + 60 * DAY * 1000 })).toEqual(['fork']);
    expect(left()).toEqual([]);
  });
});

describe('a run with sessions.retention', () => {
  it('removes old sessions afterwards, and never its own', async () => {
    const workspace = tempFolder();
    const tools = [reader('Look', () => 'x')];
    const of = (retention?: number) =>
      planFor(workspace, { sessions: { dir: join(workspace, '.sessions'), ...(retention === undefined ? {} : { retention }) } });
    const first = await runAgent({ plan: of(), workspace, permissions: {}, model: model([{ text: 'ok' }]), customTools: tools });
    utimesSync(first.run.transcript, now / 1000 - 2 * DAY, now / 1000 - 2 * DAY);
    const second = await runAgent({
      plan: of(DAY),
      workspace,
      permissions: {},
      model: model([{ text: 'ok' }]),
      customTools: tools,
    });
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(readdirSync(dirname(second.run.transcript)).filter((name) => name.endsWith('.jsonl'))).toEqual([
      `${second.run.sessionId}.jsonl`,
    ]);
    expect(existsSync(second.run.transcript)).toBe(true);
  });
});
