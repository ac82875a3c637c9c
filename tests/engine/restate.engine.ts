import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { EngineClient, type ListedRun } from '@loadout/engine-restate';
import { describeRunEngine, type EngineUnderTest } from '@loadout/testing';
import { describe, it, onTestFinished, vi } from 'vitest';
import { loadout, project, startLoadout } from '../lib/loadout.js';
import { freePorts, says, startEngine } from './engine-server.test-kit.js';

describeRunEngine('Restate', {
  describe,
  it,
  abilities: { approvals: true, cancel: true, plans: true, restart: true },
  open: openRestate,
});

async function openRestate(): Promise<EngineUnderTest> {
  const dir = project({});
  symlinkSync(join(import.meta.dirname, 'node_modules/@restatedev'), join(dir, 'node_modules/@restatedev'));
  const { env, restart } = await startEngine(dir);
  const [port = 0] = await freePorts(1);
  const command = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await loadout(args, { cwd: dir, env });
    if (code !== 0) throw new Error(`loadout ${args.join(' ')} exited with ${code}: ${stderr}`);
    return stdout;
  };
  const client = new EngineClient({ ingress: env.LOADOUT_ENGINE ?? '', admin: env.LOADOUT_ENGINE_ADMIN ?? '' });
  const untilRun = (run: string, isThere: (one: ListedRun) => boolean) =>
    vi.waitFor(
      async () => {
        const found = (await client.runs()).find((one) => one.run === run);
        if (found === undefined || !isThere(found)) throw new Error(`The run is ${found?.state}: ${found?.says}`);
        return found;
      },
      { timeout: 200_000, interval: 50 },
    );
  const start = async () => {
    const worker = await startLoadout(['worker', '--port', String(port)], { cwd: dir, env });
    onTestFinished(async () => {
      worker.kill('SIGKILL');
      await worker.finished;
    });
    const ended = worker.finished.then(() => {});
    // A run that waits may kill the worker before it says that it serves.
    await Promise.race([says(worker, 'Serving').catch(() => {}), ended]);
    return { pid: worker.pid, ended, worker };
  };
  return {
    dir,
    restart,
    submit: async (agent) => {
      // The engine knows an agent once a worker has registered it, also after the worker has ended.
      const { worker, ended } = await start();
      worker.kill('SIGTERM');
      await ended;
      return (await command('submit', agent, 'Go on.')).trim();
    },
    work: start,
    result: async (run) => {
      const { view, state, says: reason } = await untilRun(run, (one) => ['ended', 'cancelled', 'failed'].includes(one.state));
      return view?.end ?? { outcome: state, text: reason };
    },
    approvals: {
      waiting: async (run) => {
        await untilRun(run, ({ state }) => state === 'waiting');
      },
      approve: async (run) => {
        await command('approve', run);
      },
    },
    cancel: async (run) => {
      await command('cancel', run);
    },
    refused: async (run) => {
      await untilRun(run, ({ says: reason }) => reason.includes('was submitted with the plan'));
    },
  };
}
