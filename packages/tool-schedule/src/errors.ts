import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  CRON_INVALID: {
    message: (p: { cron: string; problem: string }) => `The schedule ${JSON.stringify(p.cron)} cannot be used: ${p.problem}.`,
    fix: () => 'Write five fields: minute hour day-of-month month day-of-week, such as "0 9 * * 1-5".',
  },
  CRON_NEVER: {
    message: (p: { cron: string }) => `The schedule ${JSON.stringify(p.cron)} matches no date that is still to come.`,
    fix: () => 'Correct the day or the month.',
  },
  CRON_TIMEZONE: {
    message: (p: { timezone: string }) => `There is no time zone ${JSON.stringify(p.timezone)}.`,
    fix: () => 'Write an IANA name, such as "Europe/Oslo" or "UTC".',
  },
  CRON_TOO_MANY: {
    message: (p: { most: number }) => `There are ${p.most} scheduled jobs, which is the most that are kept.`,
    fix: () => 'Delete one with CronDelete first.',
  },
  CRON_OPTIONS: {
    message: (p: { details: string }) => `The options of @loadout/tool-schedule cannot be used: ${p.details}.`,
    fix: () => 'Correct them under plugins in the configuration.',
  },
  CRON_UNKNOWN: {
    message: (p: { id: string; known: readonly string[] }) =>
      `There is no scheduled job ${JSON.stringify(p.id)}. There ${p.known.length === 0 ? 'is none' : `are: ${p.known.join(', ')}`}.`,
    fix: () => 'See the jobs with CronList.',
  },
  SCHEDULE_STORE: {
    message: (p: { path: string; problem: string }) => `The scheduled jobs in ${p.path} cannot be used: ${p.problem}.`,
    fix: () => 'Correct the permissions of that folder, or free space on the disk.',
  },
  REMOTE_MISSING: {
    message: () => 'No backend for remote triggers is configured, so nothing was sent.',
    fix: () =>
      "Set options: { remote: { url: https://host/triggers, headers: { authorization: 'Bearer ${env:TOKEN}' } } } for @loadout/tool-schedule.",
  },
  REMOTE_URL: {
    message: (p: { url: string; problem: string }) =>
      `The option remote.url ${JSON.stringify(p.url)} cannot be used: ${p.problem}.`,
    fix: () => 'Write https://host/path.',
  },
  REMOTE_FAILED: {
    message: (p: { url: string; reason: string }) => `The trigger backend at ${p.url} could not be asked: ${p.reason}.`,
  },
  REMOTE_STATUS: {
    message: (p: { status: number; meaning: string; body: string }) =>
      `The trigger backend answered ${p.status}: ${p.meaning}.${p.body === '' ? '' : ` It says: ${p.body}`}`,
    fix: (p: { status: number }) =>
      p.status === 401 || p.status === 403 ? 'Correct the credentials in the option remote.headers.' : undefined,
  },
};

export const errors = defineErrors(table);
