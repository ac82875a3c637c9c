import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Ledger } from './ledger.js';
import { dayFile } from './ledger-days.js';
import { readLine } from './ledger-line.js';
import { costOfRequest, isUnderWay, ledgerRequests, spentBefore } from './ledger-requests.js';
import { LedgerTail } from './ledger-tail.js';
import { tempFolder } from './temp-folder.test-kit.js';

const NOW = Date.parse('2026-11-23T10:00:00Z');
const about = {
  session: 's1',
  agents: ['lead'],
  path: [],
  config: '/c.yaml',
  user: 'ann',
  provider: 'p',
  model: 'm',
  purpose: 'turn' as const,
  worst: 0.5,
};
const usage = { input_tokens: 10, output_tokens: 5 };

function opened(ledger: Ledger, more: Partial<typeof about> = {}) {
  const open = ledger.ask({ ...about, ...more }, NOW);
  if (open === undefined) throw new Error(ledger.problem);
  return open;
}

describe('the ledger (COST-05)', () => {
  it('has a file per day that only its owner can read, with the request before it leaves and its cost after the answer', () => {
    const ledger = new Ledger(join(tempFolder(), 'ledger'));
    const open = opened(ledger);
    expect([...ledgerRequests(ledger.dir, '2026-11-23')]).toMatchObject([
      { ...about, at: '2026-11-23T10:00:00.000Z', worst: 0.5 },
    ]);
    // An answer that ends on the next day belongs to the day of its request.
    ledger.settle(open, { now: NOW + 20 * 3_600_000, usage, usd: 0.02 });
    const [request] = ledgerRequests(ledger.dir, '2026-11-23');
    expect(request?.end).toMatchObject({ usage, usd: 0.02 });
    expect(readdirSync(ledger.dir)).toEqual(['2026-11-23.jsonl']);
    expect(statSync(dayFile(ledger.dir, '2026-11-23')).mode & 0o777).toBe(0o600);
    expect(statSync(ledger.dir).mode & 0o777).toBe(0o700);
  });

  it('counts a request without an end as the most that it could have cost', () => {
    const ledger = new Ledger(join(tempFolder(), 'ledger'));
    ledger.settle(opened(ledger), { now: NOW, usage, usd: 0.02 });
    opened(ledger, { worst: 0.3 });
    opened(ledger, { session: 's2' });
    const of = { session: 's1', agentId: undefined, since: '2026-11-23' };
    expect(spentBefore(ledger.dir, of)).toBeCloseTo(0.32);
    expect(spentBefore(ledger.dir, { ...of, since: '2026-11-24' })).toBe(0);
    ledger.settle(opened(ledger), { now: NOW, usage: undefined, usd: null });
    expect(spentBefore(ledger.dir, of)).toBeNull();
  });

  it('knows which agents of a session a request belongs to', () => {
    const ledger = new Ledger(join(tempFolder(), 'ledger'));
    ledger.settle(opened(ledger), { now: NOW, usage, usd: 1 });
    for (const path of [['agent_a'], ['agent_a', 'agent_b'], ['agent_c']] as never[])
      ledger.settle(opened(ledger, { path }), { now: NOW, usage, usd: 1 });
    expect(spentBefore(ledger.dir, { session: 's1', agentId: 'agent_a', since: '2026-11-01' })).toBe(2);
  });

  it('keeps a year and a month', () => {
    const dir = join(tempFolder(), 'ledger');
    mkdirSync(dir);
    for (const day of ['2025-10-18', '2025-10-19', '2025-10-20', '2026-11-22']) writeFileSync(dayFile(dir, day), '');
    writeFileSync(join(dir, 'notes.txt'), 'mine');
    opened(new Ledger(dir));
    expect(readdirSync(dir)).toEqual([
      '2025-10-19.jsonl',
      '2025-10-20.jsonl',
      '2026-11-22.jsonl',
      '2026-11-23.jsonl',
      'notes.txt',
    ]);
  });

  it('cannot be written in a folder that is read-only, and says why', () => {
    const dir = join(tempFolder(), 'ledger');
    writeFileSync(dir, 'a file');
    const ledger = new Ledger(dir);
    expect(ledger.ask(about, NOW)).toBeUndefined();
    expect(ledger.problem).toMatch(/EEXIST|ENOTDIR/);
  });

  it('is written again once it can be', () => {
    const ledger = new Ledger(join(tempFolder(), 'ledger'));
    opened(ledger);
    const file = dayFile(ledger.dir, '2026-11-23');
    const before = readFileSync(file, 'utf8');
    chmodSync(ledger.dir, 0o700);
    writeFileSync(file, '');
    opened(ledger);
    expect(before.length).toBeGreaterThan(0);
    expect([...ledgerRequests(ledger.dir, '2026-11-23')]).toHaveLength(1);
  });
});

describe('the file of the ledger, which stays open', () => {
  const day = '2026-11-23';
  const idsIn = (dir: string) => [...ledgerRequests(dir, day)].map(({ id }) => id);

  it.each([
    ['was removed', (file: string) => rmSync(file)],
    ['was moved away', (file: string) => renameSync(file, `${file}.old`)],
    [
      'was replaced by another',
      (file: string) => {
        writeFileSync(`${file}.new`, '');
        renameSync(`${file}.new`, file);
      },
    ],
    [
      'was moved away with its folder',
      (file: string) => {
        renameSync(join(file, '..'), join(file, '../../moved'));
        mkdirSync(join(file, '..'));
      },
    ],
  ])('gets no line after it %s: the line is in the file that a budget reads', (_, change) => {
    const ledger = new Ledger(join(tempFolder(), 'ledger'));
    opened(ledger);
    change(dayFile(ledger.dir, day));
    const { id } = opened(ledger);
    expect(idsIn(ledger.dir)).toEqual([id]);
  });

  it('gets the end of a request behind its beginning after it was moved away, though another ledger writes in between', () => {
    const [ledger, other] = [1, 2].map(() => new Ledger(join(tempFolder(), 'ledger'))) as [Ledger, Ledger];
    const open = opened(ledger);
    const file = dayFile(ledger.dir, day);
    renameSync(file, `${file}.old`);
    opened(other);
    ledger.settle(open, { now: NOW, usd: 1 });
    expect(readFileSync(`${file}.old`, 'utf8').trim().split('\n')).toHaveLength(2);
    expect(existsSync(file)).toBe(false);
  });

  it('is open no more once the ledger is closed, and is still written', () => {
    const ledger = new Ledger(join(tempFolder(), 'ledger'));
    const open = opened(ledger);
    ledger.close();
    ledger.settle(open, { now: NOW, usd: 1 });
    const file = dayFile(ledger.dir, day);
    renameSync(file, `${file}.old`);
    ledger.settle(open, { now: NOW, usd: 1 });
    expect([`${file}.old`, file].map((one) => readFileSync(one, 'utf8').trim().split('\n').length)).toEqual([2, 1]);
  });

  it('is that of the ledger that writes, where several take turns', () => {
    const ledgers = Array.from({ length: 3 }, () => new Ledger(join(tempFolder(), 'ledger')));
    const ids = [1, 2].map(() => ledgers.map((ledger) => opened(ledger).id));
    expect(ledgers.map(({ dir }) => idsIn(dir))).toEqual(ledgers.map((_, index) => ids.map((round) => round[index])));
  });
});

describe('a line that a full disk cut off', () => {
  it('hides no line behind it', () => {
    const ledger = new Ledger(join(tempFolder(), 'ledger'));
    opened(ledger);
    const file = dayFile(ledger.dir, '2026-11-23');
    const [line = ''] = readFileSync(file, 'utf8').split('\n');
    for (const cut of [1, 7, 20, line.length - 1])
      appendFileSync(file, `${line.slice(0, cut)}${line.replace(/"id":"[^"]*"/, `"id":"x${cut}"`)}\n`);
    expect([...ledgerRequests(ledger.dir, '2026-11-23')].map(({ id }) => id)).toEqual([
      expect.any(String),
      ...['x1', 'x7', 'x20', `x${line.length - 1}`],
    ]);
  });

  it.each([
    '',
    '{}',
    'null',
    '{"v":1,',
    '{"v":1,"of":"a","at":"b","usd":-4}',
    '{"v":1,"of":"a","at":"b","usd":"1"}',
    '{"v":1,"at":"x","id":"1"}',
  ])('is no entry: %j', (text) => {
    expect(readLine(text)).toBeUndefined();
  });
});

describe('reading while others append', () => {
  it('returns each line once, and none that is not whole', () => {
    const dir = tempFolder();
    const file = join(dir, 'a.jsonl');
    const tail = new LedgerTail(file);
    const read = () => {
      const ids: string[] = [];
      tail.read((line) => {
        ids.push('of' in line ? line.of : line.id);
        return true;
      });
      return ids;
    };
    const line = (of: string) => `{"v":1,"of":"${of}","at":"","usd":1}\n`;
    expect(read()).toEqual([]);
    writeFileSync(file, line('a') + line('b').slice(0, 9));
    expect(read()).toEqual(['a']);
    appendFileSync(file, line('b').slice(9) + line('c'));
    expect(read()).toEqual(['b', 'c']);
    expect(read()).toEqual([]);
    appendFileSync(file, Array.from({ length: 20_000 }, (_, index) => line(String(index))).join(''));
    expect(read()).toHaveLength(20_000);
  });
});

it('a request of this process is under way; one of a process that has ended is not', () => {
  const [own] = [new Ledger(join(tempFolder(), 'ledger'))].map((ledger) => {
    opened(ledger);
    return [...ledgerRequests(ledger.dir, '2026-11-23')][0];
  });
  if (own === undefined) throw new Error('The ledger is empty.');
  expect(isUnderWay(own, NOW)).toBe(true);
  expect(isUnderWay({ ...own, by: { ...own.by, started: own.by.started + 1 } }, NOW)).toBe(false);
  const elsewhere = { ...own, by: { ...own.by, namespace: own.by.namespace + 1 } };
  expect([isUnderWay(elsewhere, NOW + 60_000), isUnderWay(elsewhere, NOW + 11 * 60_000)]).toEqual([true, false]);
  expect(costOfRequest(own)).toBe(0.5);
});
