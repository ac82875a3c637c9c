import { defineTool, Inbox } from '@loadout/core';
import { describeCron } from './cron/describe-cron.js';
import { type ListedJob, Schedule } from './session/session-schedule.js';

const outputSchema = {
  type: 'object',
  properties: {
    jobs: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          cron: { type: 'string' },
          humanSchedule: { type: 'string' },
          prompt: { type: 'string' },
          recurring: { type: 'boolean' },
          durable: { type: 'boolean' },
          nextFireAt: { type: 'integer', description: 'Milliseconds since 1970.' },
        },
        required: ['id', 'cron', 'humanSchedule', 'prompt'],
      },
    },
  },
  required: ['jobs'],
} as const;

export const cronListTool = defineTool({
  name: 'CronList',
  description:
    'Lists the scheduled jobs of this session and the durable ones of the workspace, in the order in which they were made.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  outputSchema,
  annotations: { readOnlyHint: true },
  isConcurrencySafe: true,
  access: () => [],
  async call(_, context) {
    const schedule = context.get(Schedule);
    schedule.attach(context.find(Inbox));
    const jobs = await schedule.list();
    return {
      content: jobs.length === 0 ? 'No scheduled jobs.' : jobs.map(line).join('\n'),
      structuredContent: { jobs: jobs.map(shown) },
    };
  },
});

const shown = ({ job, nextAt }: ListedJob) => ({
  id: job.id,
  cron: job.cron,
  humanSchedule: describeCron(job.cron, job.timezone),
  prompt: job.prompt,
  recurring: job.recurring,
  durable: job.durable,
  ...(nextAt === undefined ? {} : { nextFireAt: nextAt }),
});

function line({ job, nextAt }: ListedJob): string {
  const facts = [
    describeCron(job.cron, job.timezone),
    ...(job.recurring ? [] : ['once']),
    ...(job.durable ? ['durable'] : []),
    nextAt === undefined ? 'fires no more' : `next at ${new Date(nextAt).toISOString()}`,
  ];
  return `${job.id}${job.name === undefined ? '' : ` (${job.name})`}: ${facts.join(', ')}: ${JSON.stringify(job.prompt)}`;
}
