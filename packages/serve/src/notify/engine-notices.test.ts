import type { ListedRun } from '@loadout/engine-restate';
import { expect, it } from 'vitest';
import { EngineNotices } from './engine-notices.js';

const listed = (run: string, state: string): ListedRun =>
  ({ run, agent: 'a', state, at: '2026-01-01T00:00:00Z', asks: [], prompt: '' }) as unknown as ListedRun;

it('a run that cannot be read is tried again, and the others are told once', async () => {
  const looks = [
    ['running', 'running'],
    ['ended', 'ended'],
    ['ended', 'ended'],
    ['ended', 'ended'],
  ];
  let at = 0;
  let failing = 2;
  const told: string[] = [];
  const notes: string[] = [];
  const notices = new EngineNotices({
    client: {
      runs: async () => (looks[Math.min(at++, 3)] ?? []).map((state, index) => listed(['broken', 'whole'][index] ?? '', state)),
    },
    runs: {
      agents: ['a'],
      newest: async (run) => {
        if (run === 'broken' && failing-- > 0) throw new Error('its records cannot be read');
        return undefined;
      },
    },
    notices: { started: () => {}, event: () => {}, refused: () => {}, ended: ({ session }) => void told.push(session) },
    tell: (text) => notes.push(text),
    everyMs: 1,
  });
  const following = notices.follow();
  await expect.poll(() => at).toBeGreaterThan(6);
  notices.close();
  await following;
  expect(told).toEqual(['whole', 'broken']);
  expect(notes).toEqual(['note: notify: its records cannot be read\n']);
});
