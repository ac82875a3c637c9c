import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DAY, FakeClock, MINUTE, makeBench, START, structured, temporaryFolder } from '../fake-clock.test-kit.js';

interface Created {
  readonly id: string;
  readonly nextFireAt: number;
}

const everyMinute = { cron: '* * * * *', prompt: 'Look at the mail.', timezone: 'UTC' };
const headOf = (text: string | undefined) => text?.split('\n')[0];

describe('CronCreate', () => {
  it('gives back the id, the schedule in words and the next time (TOOL-CRON-01, ALIAS-25)', async () => {
    const bench = makeBench();
    const result = await bench.create({ cron: '0 9 * * 1-5', prompt: 'Good morning.', timezone: 'UTC' });
    expect(result.isError, result.content).toBe(false);
    expect(result.structuredContent).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}$/),
      humanSchedule: 'every weekday at 09:00 (UTC)',
      recurring: true,
      durable: false,
      nextFireAt: START + 9 * 60 * MINUTE,
      maxAgeMs: 7 * DAY,
    });
    expect(result.content).toContain('2026-01-01T09:00:00.000Z');
  });

  it('takes name, schedule and command just as well (TOOL-CRON-01)', async () => {
    const bench = makeBench();
    const result = await bench.create({ name: 'mail', schedule: '*/5 * * * *', command: 'Look at the mail.' });
    expect(result.structuredContent).toMatchObject({ humanSchedule: 'every 5 minutes' });
    expect((await bench.list()).content).toContain('(mail): every 5 minutes, next at');
  });

  it.each(['61 * * * *', '0 0 31 2 *'])('refuses %s, which is invalid or never matches (TOOL-CRON-04)', async (cron) => {
    const bench = makeBench();
    expect(await bench.create({ cron, prompt: 'x' })).toMatchObject({ isError: true });
    expect((await bench.list()).content).toBe('No scheduled jobs.');
  });

  it('keeps 50 jobs at most (TOOL-CRON-04)', async () => {
    const bench = makeBench();
    for (let count = 0; count < 50; count++) await bench.create({ ...everyMinute, durable: count === 0 });
    expect(await bench.create(everyMinute)).toMatchObject({ isError: true, content: expect.stringContaining('50') });
  });
});

describe('CronList and CronDelete', () => {
  it('list in the order in which they were made; delete ends a job, and an unknown id is an error (TOOL-CRON-05, ALIAS-25)', async () => {
    const bench = makeBench();
    const made: string[] = [];
    for (const durable of [false, true, false])
      made.push(structured<Created>(await bench.create({ ...everyMinute, durable })).id);
    const listed = structured<{ jobs: { id: string }[] }>(await bench.list()).jobs;
    expect(listed.map(({ id }) => id)).toEqual(made);
    for (const id of made) expect((await bench.delete(id)).isError).toBe(false);
    expect(await bench.delete(made[0] ?? '')).toMatchObject({
      isError: true,
      content: expect.stringContaining('no scheduled job'),
    });
    bench.clock.advance(5 * MINUTE);
    expect(bench.read).toEqual([]);
  });
});

describe('a job fires', () => {
  it('each time that it is due, into the inbox of the session (TOOL-CRON-02, CRONS-01, BUG-02)', async () => {
    const bench = makeBench();
    const { id } = structured<Created>(await bench.create(everyMinute));
    bench.clock.advance(MINUTE - 1);
    expect(bench.read).toEqual([]);
    bench.clock.advance(2 * MINUTE + 1000);
    expect(bench.read).toEqual(
      [1, 2, 3].map((n) => `[Scheduled job ${id}, due 2026-01-01T00:0${n}:00.000Z]\n\nLook at the mail.`),
    );
  });

  it('once for all the times that were missed, and says how many (CRONS-01, TOOL-CRON-02)', async () => {
    const bench = makeBench();
    await bench.create(everyMinute);
    bench.clock.jump(3.5 * 60 * MINUTE);
    bench.clock.advance(1000);
    expect(bench.read.map(headOf)).toEqual([
      expect.stringMatching(/due 2026-01-01T03:30:00.000Z; 209 earlier times were missed/),
    ]);
  });

  it('once and is gone, when it does not recur (TOOL-CRON-04)', async () => {
    const bench = makeBench();
    await bench.create({ ...everyMinute, recurring: false });
    await bench.create({ ...everyMinute, recurring: false, durable: true });
    bench.clock.advance(10 * MINUTE);
    expect([bench.read.length, (await bench.list()).content, bench.clock.pending]).toEqual([2, 'No scheduled jobs.', 0]);
  });

  it.each([false, true])(
    'until it expires, seven days later or when the option says (TOOL-CRON-04), durable: %s',
    async (durable) => {
      const bench = makeBench({ expireDays: 1 });
      await bench.create({ cron: '0 0 * * *', prompt: 'x', timezone: 'UTC', durable });
      bench.clock.jump(DAY - 1000);
      bench.clock.advance(2000);
      bench.clock.jump(4 * DAY);
      bench.clock.advance(2000);
      expect(bench.read.map(headOf)).toEqual([expect.stringContaining('2026-01-02T00:00:00.000Z')]);
      expect([(await bench.list()).content, bench.clock.pending]).toEqual(['No scheduled jobs.', 0]);
      const kept = makeBench({ expireDays: 0 });
      await kept.create({ cron: '0 0 * * 4', prompt: 'x', timezone: 'UTC' });
      kept.clock.jump(30 * DAY);
      kept.clock.advance(1000);
      expect(kept.read).toHaveLength(1);
    },
  );

  it('late by a part of a tenth of its period, 15 minutes at most, the same each time (TOOL-CRON-04)', async () => {
    const bench = makeBench({ jitter: true });
    const daily = await Promise.all(
      Array.from({ length: 8 }, () => bench.create({ cron: '0 0 * * *', prompt: 'x', timezone: 'UTC', recurring: true })),
    );
    const late = daily.map((one) => structured<Created>(one).nextFireAt - (START + DAY));
    for (const ms of late) expect(ms >= 0 && ms < 15 * MINUTE).toBe(true);
    expect(new Set(late).size).toBeGreaterThan(1);
    bench.clock.jump(DAY);
    bench.clock.advance(15 * MINUTE + 1000);
    expect(bench.read).toHaveLength(8);
    const listed = structured<{ jobs: Created[] }>(await bench.list()).jobs;
    expect(listed.map(({ nextFireAt }) => nextFireAt - (START + 2 * DAY))).toEqual(late);
  });

  it('a run is kept alive only where the option asks for it, and only while jobs are to come (TOOL-CRON-02)', async () => {
    const plain = makeBench();
    await plain.create(everyMinute);
    expect(plain.held).toEqual([]);
    const bench = makeBench({ keepAlive: true });
    await bench.create({ ...everyMinute, recurring: false });
    expect(bench.held).toHaveLength(1);
    bench.clock.advance(2 * MINUTE);
    await expect(Promise.all(bench.held)).resolves.toBeDefined();
  });

  it('not any more when the session has ended: no timer is left', async () => {
    const bench = makeBench();
    await bench.create(everyMinute);
    bench.schedule.close();
    expect(bench.clock.pending).toBe(0);
  });
});

describe('a durable job', () => {
  it('is a file that only its owner may read, one for each job', async () => {
    const bench = makeBench();
    await bench.create({ ...everyMinute, durable: true });
    const [name = ''] = readdirSync(join(bench.dir, 'jobs'));
    expect(statSync(join(bench.dir, 'jobs', name)).mode & 0o777).toBe(0o600);
  });

  it('is there in the next session, and fires again in its own when that is gone on with (CRONS-01)', async () => {
    const [dir, clock] = [temporaryFolder(), new FakeClock()];
    const first = makeBench({ dir, clock });
    await first.create({ ...everyMinute, durable: true });
    first.schedule.close();
    clock.jump(10.5 * MINUTE);
    const other = makeBench({ dir, clock, sessionId: 's2' });
    await other.schedule.restore();
    expect((await other.list()).content).toContain('durable');
    const again = makeBench({ dir, clock });
    await again.schedule.restore();
    clock.advance(1000);
    expect(other.read).toEqual([]);
    expect(again.schedule.drain().map(headOf)).toEqual([expect.stringContaining('9 earlier times were missed')]);
  });

  it('fires in one of two processes that both see it due, never in both (CRONS-01)', async () => {
    const [dir, clock] = [temporaryFolder(), new FakeClock()];
    const first = makeBench({ dir, clock });
    await first.create({ ...everyMinute, durable: true });
    const second = makeBench({ dir, clock });
    await second.schedule.restore();
    second.schedule.attach(second.inbox);
    clock.advance(30 * MINUTE + 1000);
    const all = [...first.read, ...second.read].map(headOf);
    expect([all.length, new Set(all).size]).toEqual([30, 30]);
  });

  it('that another session deletes no longer fires', async () => {
    const [dir, clock] = [temporaryFolder(), new FakeClock()];
    const first = makeBench({ dir, clock });
    const { id } = structured<Created>(await first.create({ ...everyMinute, durable: true }));
    await makeBench({ dir, clock, sessionId: 's2' }).delete(id);
    clock.advance(5 * MINUTE);
    expect([first.read, clock.pending]).toEqual([[], 0]);
  });
});
