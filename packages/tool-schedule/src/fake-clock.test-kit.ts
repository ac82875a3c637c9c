import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Inbox } from '@loadout/core';
import { callTool, testContext } from '@loadout/testing';
import { onTestFinished } from 'vitest';
import { cronCreateTool } from './cron-create-tool.js';
import { cronDeleteTool } from './cron-delete-tool.js';
import { cronListTool } from './cron-list-tool.js';
import { readOptions, type ScheduleOptions } from './options.js';
import { Schedule, SessionSchedule } from './session/session-schedule.js';
import { JobStore } from './store/job-store.js';
import type { WallClock } from './wall-clock.js';

const DEFAULTS = await readOptions({});

/** 2026-01-01, a Thursday. */
export const START = Date.parse('2026-01-01T00:00:00Z');
export const MINUTE = 60_000;
export const DAY = 86_400_000;

/** A clock that stands still until a test moves it. `jump` simulates a machine that slept. */
export class FakeClock implements WallClock {
  #now = START;
  #timers: { readonly at: number; readonly action: () => void }[] = [];

  now = () => this.#now;

  after = (ms: number, action: () => void) => {
    const timer = { at: this.#now + ms, action };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  };

  get pending(): number {
    return this.#timers.length;
  }

  advance(ms: number) {
    const until = this.#now + ms;
    for (let due = this.#due(until); due !== undefined; due = this.#due(until)) {
      this.#timers = this.#timers.filter((one) => one !== due);
      this.#now = Math.max(this.#now, due.at);
      due.action();
    }
    this.#now = until;
  }

  jump(ms: number) {
    this.#now += ms;
  }

  #due(until: number) {
    return this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
  }
}

export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-schedule-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface BenchOptions extends Partial<ScheduleOptions> {
  readonly dir?: string;
  readonly clock?: FakeClock;
  readonly sessionId?: string;
}

/** One session with a schedule, its tools, and an inbox that records its messages. */
export function makeBench({ dir = temporaryFolder(), clock = new FakeClock(), sessionId = 's1', ...options }: BenchOptions = {}) {
  const read: string[] = [];
  const held: Promise<unknown>[] = [];
  const inbox: Inbox = { add: (text) => void read.push(text), hold: (work) => void held.push(work) };
  const store = new JobStore(dir);
  const whole = { ...DEFAULTS, jitter: false, ...options };
  const schedule = new SessionSchedule({ sessionId, store, clock, options: whole });
  const context = testContext({
    sessionId,
    services: [
      [Schedule, schedule],
      [Inbox, inbox],
    ],
  });
  onTestFinished(async () => {
    schedule.close();
    await context.dispose();
  });
  return {
    dir,
    clock,
    store,
    schedule,
    read,
    held,
    inbox,
    create: (input: object) => callTool(cronCreateTool(whole), input, context),
    list: () => callTool(cronListTool, {}, context),
    delete: (id: string) => callTool(cronDeleteTool, { id }, context),
  };
}

/** The structured content of a result. */
export const structured = <T>(result: { readonly structuredContent?: unknown }) => result.structuredContent as T;
