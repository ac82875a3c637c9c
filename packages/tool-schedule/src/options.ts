import type { Infer } from '@loadout/core';

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

type Given = Infer<typeof optionsSchema>;

type Remote = NonNullable<Given['remote']>;

/** Also as a test or a program writes it: without the time. */
export type RemoteOptions = Omit<Remote, 'timeoutSeconds'> & Partial<Pick<Remote, 'timeoutSeconds'>>;

export interface ScheduleOptions {
  readonly expireDays: number;
  readonly jitter: boolean;
  readonly keepAlive: boolean;
  readonly remote: RemoteOptions | undefined;
}

export const completeOptions = (given: Partial<Given>): ScheduleOptions => ({
  expireDays: given.expireDays ?? 7,
  jitter: given.jitter ?? true,
  keepAlive: given.keepAlive ?? false,
  remote: given.remote,
});
