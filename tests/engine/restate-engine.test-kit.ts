import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type EngineAddress, EngineClient, type ListedRun } from '@loadout/engine-restate';
import type { EngineUnderTest, WorkerWishes } from '@loadout/testing';
import { onTestFinished, vi } from 'vitest';
import { loadout, project, startLoadout } from '../lib/loadout.js';
import { freePorts, says, startEngine } from './engine-server.test-kit.js';

/** An engine with its server, and the means to look behind the commands. */
export interface RestateUnderTest extends EngineUnderTest {
  readonly client: EngineClient;
  readonly address: EngineAddress;
  /** The variables with which commands find the engine. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs a command in the folder. Returns its output; throws what it says if it fails. */
  command(...args: readonly string[]): Promise<string>;
  /** Resolves when the run is in a state that is waited for. */
  untilRun(run: string, isThere: (one: ListedRun) => boolean): Promise<ListedRun>;
}

/** Opens an engine for a folder with these files. */
export async function openRestate(files: Readonly<Record<string, string>> = {}): Promise<RestateUnderTest> {
  const dir = project(files);
  symlinkSync(join(import.meta.dirname, 'node_modules/@restatedev'), join(dir, 'node_modules/@restatedev'));
  const { env, restart } = await startEngine(dir);
  const [first = 0] = await freePorts(1);
  const command = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await loadout(args, { cwd: dir, env });
    if (code !== 0) throw new Error(`loadout ${args.join(' ')} exited with ${code}: ${stderr}`);
    return stdout;
  };
  const address = { ingress: env.LOADOUT_ENGINE ?? '', admin: env.LOADOUT_ENGINE_ADMIN ?? '' };
  const client = new EngineClient(address);
  const untilRun = (run: string, isThere: (one: ListedRun) => boolean) =>
    vi.waitFor(
      async () => {
        const found = (await client.runs()).find((one) => one.run === run);
        if (found === undefined || !isThere(found)) throw new Error(`The run is ${found?.state}: ${found?.says}`);
        return found;
      },
      { timeout: 200_000, interval: 50 },
    );
  const startAt = async (port: number, { env: more, concurrency = 5 }: WorkerWishes) => {
    const args = ['worker', '--port', String(port), '--fence', '1', '--concurrency', String(concurrency)];
    const worker = await startLoadout(args, { cwd: dir, env: { ...env, ...more } });
    onTestFinished(async () => {
      worker.kill('SIGKILL');
      await worker.finished;
    });
    const ended = worker.finished.then(() => {});
    // A run that waits may kill the worker before it says that it serves.
    await Promise.race([says(worker, 'Serving').catch(() => {}), ended]);
    return { pid: worker.pid, ended, worker };
  };
  const start = async (wishes: WorkerWishes = {}) => {
    if (wishes.elsewhere !== true) return startAt(first, wishes);
    const [port = 0] = await freePorts(1);
    for (;;) {
      await untilGivenUp(address.admin);
      const started = await startAt(port, wishes);
      // A worker takes over when it starts, and finds no run that the engine tries at that moment.
      if (!(await areLeft(address.admin, port))) return started;
      started.worker.kill('SIGKILL');
      await started.ended;
    }
  };
  let isKnown = false;
  /** The engine knows an agent once a worker has registered it, also after the worker has ended. */
  const introduce = async () => {
    if (isKnown) return;
    isKnown = true;
    const { worker, ended } = await start();
    worker.kill('SIGTERM');
    await ended;
  };
  return {
    dir,
    client,
    address,
    env,
    command,
    untilRun,
    restart,
    submit: async (agent) => {
      await introduce();
      return (await command('submit', agent, 'Go on.')).trim();
    },
    work: start,
    result: async (run) => {
      const { view, state, says: reason } = await untilRun(run, (one) => ['ended', 'cancelled', 'failed'].includes(one.state));
      return state === 'ended' && view?.end !== undefined ? view.end : { outcome: state, text: reason };
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

/** Runs that have begun and not ended, with the address of their worker. */
async function openRuns(admin: string): Promise<readonly Open[]> {
  const query =
    "SELECT i.status, i.last_failure_error_code, i.next_retry_at, d.endpoint FROM sys_invocation i JOIN sys_deployment d ON i.pinned_deployment_id = d.id WHERE i.target_handler_name = 'prompt' AND i.status != 'completed'";
  const response = await fetch(`${admin}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query }),
  });
  return ((await response.json()) as { readonly rows: readonly Open[] }).rows;
}

interface Open {
  readonly status: string;
  readonly last_failure_error_code?: string;
  readonly next_retry_at?: string;
  readonly endpoint: string;
}

const areLeft = async (admin: string, port: number): Promise<boolean> =>
  (await openRuns(admin)).some(({ endpoint }) => !endpoint.includes(`:${port}`));

/** Resolves when the engine has found that the workers of all open runs are gone, and waits before it tries them again. */
const untilGivenUp = (admin: string) =>
  vi.waitFor(
    async () => {
      const open = await openRuns(admin);
      const waits = ({ status, last_failure_error_code: code, next_retry_at: at = '' }: Open) =>
        status === 'backing-off' && code === 'RT0010' && Date.parse(at) - Date.now() > 2000;
      if (!open.every(waits)) throw new Error(JSON.stringify(open));
    },
    { timeout: 100_000, interval: 50 },
  );
