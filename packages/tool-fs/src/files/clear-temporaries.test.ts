import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownMark } from '@loadout/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clearTemporaries } from './clear-temporaries.js';
import { createTemporaries } from './temporaries.js';

let base = '';
let records = '';
let work = '';
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-stray-')));
  [records, work] = [join(base, 'state/temporaries'), join(base, 'work')];
  mkdirSync(work);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** Announces a temporary file as this process does, and makes it. */
function leave(): string {
  const { name } = createTemporaries(records).announce(work);
  writeFileSync(join(work, name), 'half of it');
  return name;
}

/** Rewrites the record so that its owner is a process that has ended. */
function endOwner(change: { readonly pid?: number; readonly namespace?: number } = {}): string {
  const mark = ownMark();
  const [record = ''] = readdirSync(records);
  const { pid = spawnSync('true').pid, namespace = mark.namespace } = change;
  const ended = [pid, mark.started, namespace, record.split('_')[3]].join('_');
  rmSync(join(records, record));
  writeFileSync(join(records, ended), join(work, `.loadout-${record.split('_')[3]}.tmp`));
  return join(records, ended);
}

describe('clearing of temporary files', () => {
  it('removes the file of a process that has ended, and its record', async () => {
    leave();
    endOwner();
    await clearTemporaries(records);
    expect([readdirSync(work), readdirSync(records)]).toEqual([[], []]);
  });

  it('leaves the file of a process that runs', async () => {
    const name = leave();
    await clearTemporaries(records);
    expect(readdirSync(work)).toEqual([name]);
    expect(readdirSync(records)).toHaveLength(1);
  });

  it('takes a process that got the number of one that has ended for another', async () => {
    leave();
    const record = endOwner({ pid: process.pid });
    const [pid, started, ...rest] = record.split('/').at(-1)?.split('_') ?? [];
    rmSync(record);
    writeFileSync(join(records, [pid, Number(started) + 1, ...rest].join('_')), join(work, `.loadout-${rest[1]}.tmp`));
    await clearTemporaries(records);
    expect(readdirSync(work)).toEqual([]);
  });

  it('leaves what another container wrote for a day', async () => {
    const name = leave();
    const record = endOwner({ namespace: 1 });
    await clearTemporaries(records);
    expect(readdirSync(work)).toEqual([name]);
    utimesSync(record, 0, 0);
    await clearTemporaries(records);
    expect([readdirSync(work), readdirSync(records)]).toEqual([[], []]);
  });

  it('removes only a regular file of our name, where the record says, through no link', async () => {
    leave();
    const record = endOwner();
    const [temporary = ''] = readdirSync(work);
    const other = join(work, 'other.txt');
    writeFileSync(other, 'precious');
    rmSync(join(work, temporary));
    symlinkSync(other, join(work, temporary));
    await clearTemporaries(records);
    expect(readdirSync(work).sort()).toEqual([temporary, 'other.txt']);
    writeFileSync(record, other);
    writeFileSync(join(records, 'unknown'), other);
    await clearTemporaries(records);
    expect(readdirSync(work)).toContain('other.txt');
    expect(readdirSync(records)).toEqual(['unknown']);
  });

  it('forgets a record whose file was never made, or was cut short', async () => {
    const { forget } = createTemporaries(records).announce(work);
    writeFileSync(endOwner(), '/wo');
    await clearTemporaries(records);
    expect(readdirSync(records)).toEqual([]);
    forget();
  });

  it('does without a folder of records', async () => {
    await clearTemporaries(records);
    writeFileSync(join(base, 'state'), '');
    expect(() => leave()).not.toThrow();
  });
});
