import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadout, startLoadout } from '../lib/loadout.js';
import { startFarm } from './farm.test-kit.js';
import { until } from './until.js';

/** Opens the page of the viewer as a browser does, and returns a reader of its recording. */
async function openPage(address: string) {
  const { origin, hash } = new URL(address);
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? hash.slice(1);
  const headers = { 'content-type': 'application/json', origin };
  const opened = await fetch(`${origin}/api/open`, { method: 'POST', headers, body: JSON.stringify({ token }) });
  const { key } = (await opened.json()) as { readonly key: string };
  return async () =>
    (await (await fetch(`${origin}/api/recordings/0`, { headers: { authorization: `Bearer ${key}` } })).json()) as {
      readonly head: { readonly outcome: string };
      readonly nodes: readonly { readonly kind: string; readonly state?: string }[];
    };
}

describe('a session on the engine', () => {
  it('is listed, shown, replayed and exported where neither worker nor session is', async () => {
    const { command, work } = await startFarm();
    const worker = await work();
    const run = JSON.parse(await command('submit', 'five', 'Go on.', '--wait', '--json')) as { readonly run: string };
    worker.kill('SIGKILL');
    await worker.finished;
    expect(await command('sessions')).toContain('No sessions');
    const listed = JSON.parse(await command('sessions', '--engine', '--json')) as readonly object[];
    expect(listed).toMatchObject([
      { id: run.run, agent: 'five', state: 'ended', outcome: 'success', turns: 6, prompt: 'Go on.' },
    ]);
    const shown = JSON.parse(await command('view', run.run, '--engine', '--json')) as {
      readonly nodes: readonly { kind: string }[];
    };
    expect(shown.nodes.filter(({ kind }) => kind === 'call')).toHaveLength(5);
    expect(await command('replay', 'latest', '--engine')).toContain('All done.');
    expect(await command('sessions', 'export', run.run, '--engine')).toContain('did 5');
  });

  it('is continued with a prompt, and its answer is printed', async () => {
    const { command, work, effects } = await startFarm();
    await work();
    const { run } = JSON.parse(await command('submit', 'five', 'Go on.', '--wait', '--json')) as { readonly run: string };
    expect(await command('resume', run, 'Again.', '--engine')).toBe('And again.\n');
    expect(effects().length).toBeGreaterThanOrEqual(5);
    expect(JSON.parse(await command('sessions', '--engine', '--json'))).toHaveLength(1);
  });

  it('is followed by the page while it runs', async () => {
    const { dir, env, command, work, effects } = await startFarm();
    await work();
    const run = (await command('submit', 'hold', 'Go on.')).trim();
    await until(() => effects()[0]);
    const viewer = await startLoadout(['view', run, '--engine', '--no-open'], { cwd: dir, env });
    onTestFinished(async () => {
      viewer.kill('SIGTERM');
      await viewer.finished;
    });
    const page = await openPage(await until(() => /^http\S+/.exec(viewer.output())?.[0]));
    expect(await page()).toMatchObject({ head: { outcome: 'running' } });
    writeFileSync(join(dir, 'go'), '');
    const last = await until(async () => {
      const found = await page();
      return found.head.outcome === 'running' ? undefined : found;
    });
    expect(last.head.outcome).toBe('success');
  });

  it('that nobody knows, and a flag of a local run, are refused with the reason', async () => {
    const { dir, env } = await startFarm();
    const unknown = await loadout(['view', 'nobody', '--engine', '--json'], { cwd: dir, env });
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('nobody')]);
    const flags = await loadout(['resume', 'nobody', 'Go.', '--engine', '--model', 'm'], { cwd: dir, env });
    expect([flags.code, flags.stderr]).toEqual([2, expect.stringMatching(/--engine.*--model/s)]);
  });
});
