import { describe, expect, it } from 'vitest';
import type { Job } from './job.js';
import { afterEnd } from './schedule-object.js';

const job: Job = {
  id: 'job-1',
  cron: '* * * * *',
  prompt: 'Work.',
  recurring: true,
  durable: false,
  createdAt: 0,
  jitterMs: 0,
};
const NOW = Date.UTC(2026, 10, 24);
const MINUTE = 60_000;

describe('a job after a fire', () => {
  it('fires next at the time of its schedule, at once if that has passed', () => {
    const checked = { at: NOW, dueAt: NOW - MINUTE, nextAt: NOW };
    expect(afterEnd({ job, checked }, NOW + 5)).toEqual({ last: NOW - MINUTE, nextAt: NOW, at: NOW });
  });

  it('that was not due is looked at again when the clock of the worker that looked says so', () => {
    const ahead = NOW + 60 * MINUTE;
    const checked = { at: NOW - 5 * MINUTE, nextAt: NOW };
    expect(afterEnd({ job, last: 7, checked }, ahead)).toEqual({ last: 7, nextAt: NOW, at: ahead + 5 * MINUTE });
  });

  it('that was not due is not looked at again at once', () => {
    expect(afterEnd({ job, checked: { at: NOW + 1, nextAt: NOW } }, NOW)).toMatchObject({ at: NOW + 1000 });
  });

  it('that was cancelled before any look is looked at after an hour, and a job that fires once is over', () => {
    expect(afterEnd({ job }, NOW)).toEqual({ last: NOW, nextAt: NOW + 60 * MINUTE, at: NOW + 60 * MINUTE });
    expect(afterEnd({ job: { ...job, recurring: false } }, NOW)).toBeUndefined();
    expect(afterEnd({ job, checked: { at: NOW, dueAt: NOW } }, NOW)).toBeUndefined();
  });
});
