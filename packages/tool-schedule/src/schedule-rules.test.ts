import { expect, it } from 'vitest';
import { scheduleRules } from './schedule-rules.js';

const wanted = { cron: '0 9 * * *', prompt: 'Report.', recurring: true };
const made = async (options?: object) =>
  (await (await scheduleRules(options)).make(wanted as never, { sessionId: 's', now: 0, count: 0 })).job;

it('the rules of a host have the defaults of the schema: a recurring job ends after 7 days', async () => {
  expect((await made()).expiresAt).toBe(7 * 86_400_000);
  expect((await made({ expireDays: 0 })).expiresAt).toBeUndefined();
});

it('options that the schema refuses are an error that names the option', async () => {
  await expect(scheduleRules({ expireDays: 'x' })).rejects.toMatchObject({
    code: 'CRON_OPTIONS',
    message: expect.stringContaining('/expireDays'),
  });
});
