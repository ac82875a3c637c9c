import { describe, expect, it } from 'vitest';
import { type CronRequest, readCron } from './cron-expression.js';
import { describeCron } from './describe-cron.js';

const START = Date.parse('2026-01-01T00:00:00Z');

async function nextOf(request: CronRequest, count = 3, from = START): Promise<string[]> {
  const expression = await readCron(request);
  const times: string[] = [];
  for (let time = expression.next(from); time !== undefined && times.length < count; time = expression.next(time))
    times.push(new Date(time).toISOString().slice(0, 16));
  return times;
}

describe('a schedule of five fields (TOOL-CRON-03)', () => {
  it('with day of month and day of week both set, either counts', async () => {
    expect(await nextOf({ cron: '0 0 13 * 5', timezone: 'UTC' }, 4)).toEqual([
      '2026-01-02T00:00',
      '2026-01-09T00:00',
      '2026-01-13T00:00',
      '2026-01-16T00:00',
    ]);
  });

  it.each([
    ['*/20 9-10 * * *', ['2026-01-01T09:00', '2026-01-01T09:20', '2026-01-01T09:40']],
    ['5,35 0 * * *', ['2026-01-01T00:05', '2026-01-01T00:35', '2026-01-02T00:05']],
    ['0 9 * * 1-5', ['2026-01-01T09:00', '2026-01-02T09:00', '2026-01-05T09:00']],
    ['0 0 29 2 *', ['2028-02-29T00:00', '2032-02-29T00:00', '2036-02-29T00:00']],
  ])('%s takes lists, ranges and steps', async (cron, times) => {
    expect(await nextOf({ cron, timezone: 'UTC' })).toEqual(times);
  });

  it('0 and 7 are both Sunday', async () => {
    const sunday = await nextOf({ cron: '0 0 * * 0', timezone: 'UTC' });
    expect(sunday[0]).toBe('2026-01-04T00:00');
    expect(await nextOf({ cron: '0 0 * * 7', timezone: 'UTC' })).toEqual(sunday);
  });

  it('a time zone moves it, and a clock that is set forward does not lose the day', async () => {
    expect(await nextOf({ cron: '0 9 * * *', timezone: 'Asia/Tokyo' }, 1)).toEqual(['2026-01-02T00:00']);
    const before = Date.parse('2026-03-07T12:00:00Z');
    const days = await nextOf({ cron: '30 2 * * *', timezone: 'America/New_York' }, 2, before);
    expect(days.map((time) => time.slice(0, 10))).toEqual(['2026-03-08', '2026-03-09']);
  });

  it('the last time up to a moment counts the moment itself', async () => {
    const expression = await readCron({ cron: '*/5 * * * *', timezone: 'UTC' });
    expect([expression.last(START + 299_999), expression.last(START + 300_000)]).toEqual([START, START + 300_000]);
  });
});

describe('a schedule that cannot be used is an error with the reason (TOOL-CRON-04, BUG-02)', () => {
  it.each([
    ['61 * * * *', 'CRON_INVALID', 'minute: 61'],
    ['* * * *', 'CRON_INVALID', '4 fields'],
    ['* * * * * *', 'CRON_INVALID', '6 fields'],
    ['a b c d e', 'CRON_INVALID', 'illegal characters'],
    ['5-1 * * * *', 'CRON_INVALID', "'5-1'"],
    ['', 'CRON_INVALID', '0 fields'],
  ])('%j', async (cron, code, reason) => {
    await expect(readCron({ cron })).rejects.toMatchObject({ code, message: expect.stringContaining(reason) });
  });

  it('an unknown time zone, too', async () => {
    await expect(readCron({ cron: '* * * * *', timezone: 'Mars/Base' })).rejects.toMatchObject({ code: 'CRON_TIMEZONE' });
  });

  it('seconds are for jobs from files alone', async () => {
    const expression = await readCron({ cron: '* * * * * *', seconds: true });
    expect(expression.next(START)).toBe(START + 1000);
  });
});

it.each([
  ['* * * * *', 'every minute'],
  ['*/5 * * * *', 'every 5 minutes'],
  ['7 * * * *', 'every hour at :07'],
  ['0 */6 * * *', 'every 6 hours at :00'],
  ['5 9 * * *', 'every day at 09:05'],
  ['0 9 * * 1-5', 'every weekday at 09:00'],
  ['0 9 * * 7', 'every Sunday at 09:00'],
  ['0 9 1 * *', 'on day 1 of every month at 09:00'],
  ['0 9 24 12 *', 'on December 24 at 09:00'],
  ['0 9 24 13 *', 'at 0 9 24 13 *'],
  ['0 0 13 * 5', 'at 0 0 13 * 5'],
])('%s in words is: %s', (cron, words) => {
  expect(describeCron(cron)).toBe(words);
  expect(describeCron(cron, 'UTC')).toBe(`${words} (UTC)`);
});
