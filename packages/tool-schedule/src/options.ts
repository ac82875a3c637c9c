import { compileSchema, type Infer } from '@loadout/core';
import { errors } from './errors.js';

/** Options of the plugin in the configuration. */
export const optionsSchema = {
  type: 'object',
  properties: {
    expireDays: {
      type: 'number',
      minimum: 0,
      default: 7,
      description: 'After so many days a recurring job is deleted. 0: never.',
    },
    jitter: {
      type: 'boolean',
      default: true,
      description:
        'Recurring jobs fire late by up to a tenth of their period, 15 minutes at most, the same for one job each time.',
    },
    keepAlive: {
      type: 'boolean',
      default: false,
      description: 'A run does not end by itself while jobs of its session are still to come.',
    },
    remote: {
      type: 'object',
      properties: {
        url: { type: 'string', minLength: 1, description: 'Where the triggers are: GET lists them.' },
        headers: { type: 'object', additionalProperties: { type: 'string' }, description: 'Sent with each request.' },
        timeoutSeconds: { type: 'number', exclusiveMinimum: 0, default: 20 },
      },
      required: ['url'],
      additionalProperties: false,
      description: 'The backend that RemoteTrigger asks.',
    },
  },
  additionalProperties: false,
} as const;

export type ScheduleOptions = Infer<typeof optionsSchema>;

export type RemoteOptions = NonNullable<ScheduleOptions['remote']>;

/** Parses the options of a mount for a caller that does not set the plugin up. Throws CRON_OPTIONS. */
export async function readOptions(given: unknown): Promise<ScheduleOptions> {
  const parsed = await compileSchema(optionsSchema, 'the options of schedule').parse(given);
  if (parsed.ok) return parsed.value as ScheduleOptions;
  throw errors.CRON_OPTIONS({ details: parsed.issues.map(({ path, message }) => `${path} ${message}`.trim()).join('; ') });
}
