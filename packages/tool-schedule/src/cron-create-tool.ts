import { defineTool, Inbox } from '@loadout/core';
import { describeCron } from './cron/describe-cron.js';
import { MOST_JOBS } from './new-job.js';
import type { ScheduleOptions } from './options.js';
import { Schedule } from './session/session-schedule.js';

const description = (expireDays: number) => `Schedules a prompt. When it is due, you read the prompt between two turns.

- cron: five fields, "minute hour day-of-month month day-of-week", with lists, ranges and steps; 0 and 7 are Sunday; when both days are set, either counts. In the local time zone unless timezone says otherwise.
- recurring: false fires once at the next match and deletes the job.
- durable: true keeps the job beyond this session. It fires in this session while that runs, and in \`loadout schedule run\`.
- A job that was missed while nothing ran fires once, and says how much was missed.${expireDays === 0 ? '' : `\n- A recurring job is deleted after ${expireDays} days.`}
- At most ${MOST_JOBS} jobs. A recurring job may fire late by up to a tenth of its period. Returns the id, the schedule in words, and the next time.`;

const inputSchema = {
  type: 'object',
  properties: {
    cron: { type: 'string', minLength: 1, description: 'Such as "0 9 * * 1-5".' },
    prompt: { type: 'string', minLength: 1, maxLength: 20_000, description: 'What to do then.' },
    recurring: { type: 'boolean', default: true },
    durable: { type: 'boolean', default: false },
    timezone: { type: 'string', minLength: 1, description: 'An IANA name, such as "Europe/Oslo".' },
    name: { type: 'string', minLength: 1, maxLength: 100, description: 'For lists.' },
  },
  required: ['cron', 'prompt'],
  additionalProperties: false,
} as const;

const outputSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    humanSchedule: { type: 'string' },
    recurring: { type: 'boolean' },
    durable: { type: 'boolean' },
    nextFireAt: { type: 'integer', description: 'Milliseconds since 1970.' },
    maxAgeMs: { type: 'integer' },
  },
  required: ['id', 'humanSchedule', 'recurring'],
} as const;

export const cronCreateTool = (options: ScheduleOptions) =>
  defineTool({
    name: 'CronCreate',
    description: description(options.expireDays),
    inputSchema,
    inputAliases: { schedule: 'cron', command: 'prompt' },
    outputSchema,
    annotations: { destructiveHint: false },
    async call({ cron, prompt, recurring = true, durable = false, timezone, name }, context) {
      const schedule = context.get(Schedule);
      schedule.attach(context.find(Inbox));
      const { job, nextAt } = await schedule.create({ cron, prompt, recurring, durable, timezone, name });
      const humanSchedule = describeCron(job.cron, timezone);
      const next = nextAt === undefined ? 'never' : new Date(nextAt).toISOString();
      const how = recurring ? 'again and again' : 'once';
      const where = durable ? 'It outlasts this session.' : 'It is gone when this session ends.';
      return {
        content: `Scheduled job ${job.id}: ${humanSchedule}, ${how}; next at ${next}. ${where}`,
        structuredContent: {
          id: job.id,
          humanSchedule,
          recurring,
          durable,
          ...(nextAt === undefined ? {} : { nextFireAt: nextAt }),
          ...(job.expiresAt === undefined ? {} : { maxAgeMs: job.expiresAt - job.createdAt }),
        },
      };
    },
  });
