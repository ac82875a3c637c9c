import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { McpServerConfig } from '../config/server-config.js';
import { tellWait } from './first-wait.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const link = (key: string, startMs: number, config: McpServerConfig = {}) => ({
  server: { key, config },
  state: 'pending' as const,
  startMs,
});

/** Returns the messages of the first twelve seconds. */
function saidOf(links: Parameters<typeof tellWait>[0], patienceMs?: number): readonly string[] {
  const said: string[] = [];
  const { end } = tellWait(links, { tell: (message) => said.push(message), patienceMs });
  vi.advanceTimersByTime(2_999);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(10_001);
  end();
  vi.advanceTimersByTime(60_000);
  return said;
}

const LESS = 'To wait less, set startTimeout or start: lazy…';

it('says after three seconds what a run waits for, and later how long it waits at most and how to wait less', () => {
  expect(saidOf([link('slow', 60_000), link('slower', 90_000)])).toEqual([
    'Waiting for the MCP servers slow, slower (3 s)…',
    `Waiting for the MCP servers slow, slower (13 s, at most 90 s). ${LESS}`,
  ]);
});

it('says nothing of a server that is there', () => {
  const there = { ...link('there', 90_000), state: 'connected' as const };
  expect(saidOf([there])).toEqual([]);
  expect(saidOf([link('slow', 30_000), there]).at(-1)).toBe(`Waiting for the MCP server slow (13 s, at most 30 s). ${LESS}`);
});

it('names the patience of the caller, which a required server does not have', () => {
  expect(saidOf([link('slow', 60_000)], 20_000).at(-1)).toContain('at most 20 s');
  expect(saidOf([link('slow', 60_000, { start: 'required' })], 20_000).at(-1)).toContain('at most 60 s');
});
