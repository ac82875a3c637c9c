import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JobStore, scheduleFolder } from '@loadout/tool-schedule';
import { describe, expect, it } from 'vitest';
import { loadout, project, startLoadout } from '../lib/loadout.js';

const CONFIG = `
providers: { script: { use: "@loadout/model-script", options: { turns: [{ text: Done. }] } } }
agents: { reporter: { model: script/run, instructions: Report. } }
`;
const ROUNDS = 6;

interface Line {
  readonly t: string;
  readonly message?: { readonly role: string; readonly content: readonly { readonly text?: string }[] };
  readonly result?: { readonly outcome: string };
}

/** The sessions of a folder in which the model answered: their prompts and outcomes. */
function answered(dir: string) {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
  return files.flatMap((name) => {
    const lines = readFileSync(join(dir, name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    const asked = lines.filter((line) => line.message?.role === 'user').map((line) => line.message?.content[0]?.text ?? '');
    const answers = lines.filter((line) => line.message?.role === 'assistant').length;
    return answers === 0 ? [] : [{ asked, answers, outcome: lines.at(-1)?.result?.outcome }];
  });
}

function workspace() {
  const cwd = project({ 'agent.config.yaml': CONFIG });
  const state = join(cwd, '.state');
  const store = new JobStore(scheduleFolder(join(state, 'plugins', 'schedule'), cwd));
  const options = { cwd, env: { LOADOUT_STATE_DIR: state } };
  return { store, options, sessions: join(state, 'sessions') };
}

const job = { prompt: 'How is it?', recurring: true, durable: true, jitterMs: 0 };
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('loadout schedule', () => {
  it('writes a line for each run of a job into the log of --log (U11)', async () => {
    const { store, options } = workspace();
    store.add({ ...job, id: 'once', cron: '* * * * * *', createdAt: Date.now() - 5_000 });
    expect((await loadout(['schedule', 'run', '--once', '--log', 'jobs.jsonl'], options)).code).toBe(0);
    const lines = readFileSync(join(options.cwd, 'jobs.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line)).map(({ event, agent, outcome }) => [event, agent, outcome])).toEqual([
      ['run.started', 'reporter', undefined],
      ['run.ended', 'reporter', 'success'],
    ]);
  });

  it('kill -9 at any moment of a one-second schedule, then start again: no fire is lost and none is doubled (CRONS-01, BUG-02)', async () => {
    const { store, options, sessions } = workspace();
    // Only job files have seconds. CronCreate takes five fields.
    store.add({ ...job, id: 'tick', cron: '* * * * * *', createdAt: Date.now() });
    for (let round = 0; round < ROUNDS; round++) {
      const before = store.fires('tick').last()?.number ?? 0;
      const daemon = await startLoadout(['schedule', 'run'], options);
      while ((store.fires('tick').last()?.number ?? 0) === before && daemon.running()) await pause(1);
      await pause(Math.random() * 30);
      daemon.kill('SIGKILL');
      await daemon.finished;
    }
    expect((await loadout(['schedule', 'run', '--once'], options)).code).toBe(0);
    const last = store.fires('tick').last();
    const all = existsSync(sessions) ? answered(sessions) : [];
    expect(last).toMatchObject({ done: true });
    expect(all.map(({ asked, answers, outcome }) => [asked.length, answers, outcome])).toEqual(
      Array.from({ length: last?.number ?? 0 }, () => [1, 1, 'success']),
    );
    expect(new Set(all.map(({ asked }) => asked[0])).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(ROUNDS);
  });

  it('logs one line a fire, reports what was missed, and ends cleanly when it is told to (TOOL-CRON-02)', async () => {
    const { store, options } = workspace();
    store.add({ ...job, id: 'late', name: 'report', cron: '* * * * *', createdAt: Date.now() - 10 * 60_000 });
    store.add({ ...job, id: 'single', cron: '* * * * *', createdAt: Date.now() - 120_000, recurring: false });
    const daemon = await startLoadout(['schedule', 'run', 'reporter'], options);
    while (daemon.output().split('\n').length < 3 && daemon.running()) await pause(5);
    daemon.kill('SIGTERM');
    const { code, stdout, stderr } = await daemon.finished;
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/ late \(report\) due .*, (?:8|9|10) missed before: success in session /);
    const listed = await loadout(['schedule', 'list', '--json'], options);
    expect(JSON.parse(listed.stdout)).toEqual([expect.objectContaining({ id: 'late', nextFireAt: expect.any(String) })]);
  });
});
