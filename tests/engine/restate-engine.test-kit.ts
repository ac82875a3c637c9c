import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type EngineAddress, EngineClient, type ListedRun } from '@loadout/engine-restate';
import type { EngineUnderTest, WorkerWishes } from '@loadout/testing';
import { onTestFinished } from 'vitest';
import { loadout, project, startLoadout, startWarmLoadout } from '../lib/loadout.js';
import { freePorts, PATIENT, says, startEngine } from './engine-server.test-kit.js';
import { untilListed } from './until-listed.js';

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
export async function openRestate(
  files: Readonly<Record<string, string>> = {},
  { patience = PATIENT } = {},
): Promise<RestateUnderTest> {
  const dir = project(files);
  symlinkSync(join(import.meta.dirname, 'node_modules/@restatedev'), join(dir, 'node_modules/@restatedev'));
  const { env, address, restart } = await startEngine(dir, { patience });
  const [first = 0] = await freePorts(1);
  const command = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await loadout(args, { cwd: dir, env });
    if (code !== 0) throw new Error(`loadout ${args.join(' ')} exited with ${code}: ${stderr}`);
    return stdout;
  };
  const client = new EngineClient(address);
  const untilRun = (run: string, isThere: (one: ListedRun) => boolean) => untilListed(client, { run, isThere });
  const argsAt = (port: number) => ['worker', '--port', String(port), '--fence', patience.fenceSeconds];
  const startAt = async (port: number, { env: more, concurrency = 5 }: WorkerWishes) => {
    const worker = await startLoadout([...argsAt(port), '--concurrency', String(concurrency)], {
      cwd: dir,
      env: { ...env, ...more },
    });
    onTestFinished(async () => {
      worker.kill('SIGKILL');
      await worker.finished;
    });
    const ended = worker.finished.then(() => {});
    // A run that waits may kill the worker before it says that it serves.
    await Promise.race([says(worker, 'Serving').catch(() => {}), ended]);
    return { pid: worker.pid, ended, worker };
  };
  /** The engine knows an agent once a worker has registered it, also after the worker has ended. */
  let isKnown = false;
  const start = async (wishes: WorkerWishes = {}) => {
    isKnown = true;
    const [port = 0] = wishes.elsewhere === true ? await freePorts(1) : [first];
    return startAt(port, wishes);
  };
  const introduce = async () => {
    if (isKnown) return;
    isKnown = true;
    const worker = await startWarmLoadout(argsAt(first), { cwd: dir, env });
    await says(worker, 'Serving');
    worker.kill('SIGTERM');
    await worker.finished;
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
