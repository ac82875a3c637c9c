import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionRecord } from '@loadout/sessions';
import { describe, expect, it, onTestFinished } from 'vitest';
import { longIt } from '../../../../tests/lib/breadth.js';
import { NO_ENGINE } from '../door/no-engine.test-kit.js';
import { loadSession, rememberResults, saveStep } from '../record/session-log.js';
import type { Step } from '../record/step.js';
import { ArtifactPaths } from '../results/artifact-paths.js';
import { MOST_RESULT } from '../results/long-result.js';
import type { Round } from './round.js';
import { RoundWithResults } from './round-with-results.js';
import { restoreResults } from './start-round.js';

const MIB = 1024 * 1024;

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'loadout-results-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A round that takes these steps, and its confirmations. */
function roundOf(steps: Step[]): { readonly round: Round; readonly confirmed: () => number } {
  let count = 0;
  const round: Round = {
    take: async () => ({
      step: steps.shift() ?? { records: [] },
      confirm: () => {
        count += 1;
      },
    }),
    lose: () => {},
    cancel: () => {},
    whenEnded: async () => {},
  };
  return { round, confirmed: () => count };
}

/** A step whose record names these files of the folder. */
const naming = (dir: string, ...names: readonly string[]): Step => ({
  records: [
    {
      t: 'ended',
      id: 'c',
      outcome: 'done',
      block: { content: names.map((name) => `saved to ${dir}/${name}`).join() },
    } as unknown as SessionRecord,
  ],
});

const put = (dir: string, name: string, content: string | Buffer) => {
  mkdirSync(join(dir, 'tool-results'), { recursive: true });
  writeFileSync(join(dir, 'tool-results', name), content);
};

async function emptyLog() {
  const entries = new Map<string, unknown>();
  const state = {
    get: async <T>(name: string) => (entries.get(name) as T | undefined) ?? null,
    set: (name: string, value: unknown) => void entries.set(name, value),
    clear: (name: string) => void entries.delete(name),
  };
  return { log: await loadSession(state), state };
}

describe('a round with long results', () => {
  it('gives them to the engine before the record that names them, and the next worker has them', async () => {
    const [one, two] = [folder(), folder()];
    const content = randomBytes(2 * MIB);
    put(one, 'a.txt', content);
    const paths = new ArtifactPaths({ recorded: one, local: one });
    const { round, confirmed } = roundOf([naming(one, 'tool-results/a.txt'), naming(one, 'tool-results/a.txt')]);
    const given = new RoundWithResults({ round, paths, kept: [] });
    const { log, state } = await emptyLog();
    let steps = 0;
    for (let { step, confirm } = await given.take(); ; { step, confirm } = await given.take()) {
      steps += 1;
      expect(JSON.stringify(step).length).toBeLessThan(MIB);
      saveStep(state as unknown as Parameters<typeof saveStep>[0], log, step);
      rememberResults(log, step);
      confirm();
      if (step.records.length > 0) break;
      expect(confirmed()).toBe(0);
    }
    expect(confirmed()).toBe(1);
    expect(steps).toBe(7);
    // The file is sent once.
    expect((await given.take()).step.records).toHaveLength(1);
    const there = new ArtifactPaths({ recorded: one, local: two });
    await restoreResults({ log, paths: there, admin: NO_ENGINE.admin, agent: 'a', run: 'r' });
    expect(readFileSync(join(two, 'tool-results/a.txt')).equals(content)).toBe(true);
    expect(statSync(join(two, 'tool-results/a.txt')).mode & 0o777).toBe(0o600);
  });

  longIt('keeps no result above the limits, and the next worker reads why', async () => {
    const [one, two] = [folder(), folder()];
    put(one, 'large.txt', 'x'.repeat(MOST_RESULT + 1));
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) put(one, name, randomBytes(6 * MIB));
    const paths = new ArtifactPaths({ recorded: one, local: one });
    const names = ['large.txt', 'a', 'b', 'c', 'd', 'e', 'f'].map((name) => `tool-results/${name}`);
    const given = new RoundWithResults({ round: roundOf([naming(one, ...names)]).round, paths, kept: [] });
    const { log, state } = await emptyLog();
    for (let { step } = await given.take(); ; { step } = await given.take()) {
      saveStep(state as unknown as Parameters<typeof saveStep>[0], log, step);
      rememberResults(log, step);
      if (step.records.length > 0) break;
    }
    expect(log.results.map(({ parts }) => parts)).toEqual([0, 17, 17, 17, 0, 0, 0]);
    await restoreResults({
      log,
      paths: new ArtifactPaths({ recorded: one, local: two }),
      admin: NO_ENGINE.admin,
      agent: 'a',
      run: 'r',
    });
    for (const name of ['large.txt', 'f'])
      expect(readFileSync(join(two, 'tool-results', name), 'utf8')).toContain('is on the machine of an earlier worker');
  });

  it('that is cancelled gives its remaining parts and records as steps, none of which is too large', async () => {
    const one = folder();
    put(one, 'a.txt', randomBytes(MIB));
    const paths = new ArtifactPaths({ recorded: one, local: one });
    const { round } = roundOf([naming(one, 'tool-results/a.txt'), { records: [{ t: 'results', ids: [] }] as never }]);
    const given = new RoundWithResults({ round, paths, kept: [] });
    const steps = [(await given.take()).step];
    given.cancel();
    while (!steps.some(({ records }) => records.some(({ t }) => t === 'results'))) steps.push((await given.take()).step);
    expect(steps.flatMap(({ results = [] }) => results.map(({ part }) => part))).toEqual([1, 2, 3]);
    expect(steps.flatMap(({ records }) => records.map(({ t }) => t))).toEqual(['ended', 'results']);
    expect(Math.max(...steps.map((step) => JSON.stringify(step).length))).toBeLessThan(MIB);
  });
});
