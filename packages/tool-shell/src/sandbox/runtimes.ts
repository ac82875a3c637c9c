import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { SandboxPlan } from '@loadout/core/run';
import { noBubblewrap } from '@loadout/node/platform';
import { closeWhenEmpty, leaveSandbox, wrapCommand } from './occupancy.js';
import type { Manager, Runtime, RuntimeModule } from './runtime.js';
import { hostPath } from './trusted-path.js';

type RuntimeConfig = Parameters<Manager['initialize']>[0];

export interface Wanted {
  readonly plan: SandboxPlan;
  /** The PATH in which programs are looked up. */
  readonly path: string;
}

/** The runtimes of one plugin. */
export interface Runtimes {
  /**
   * Throws an error whose message names the missing part. The next command tries again, because the part may have been installed.
   */
  ready(wanted: Wanted): Promise<Runtime>;
  dispose(): Promise<void>;
}

/**
 * Creates the runtimes. Sandbox-runtime holds its network rules in its module, one set for a process. Agents have rules of their
 * own, so each set gets its own instance of the module. Filesystem rules are passed with each command. See
 * decisions/0008-sandbox.md.
 */
export function createRuntimes(): Runtimes {
  const runtimes = new Map<string, Promise<Runtime>>();
  return {
    ready(wanted) {
      const { allowedDomains, deniedDomains } = wanted.plan.network;
      const key = JSON.stringify([wanted.path, allowedDomains.length === 0 ? [] : [allowedDomains, deniedDomains]]);
      let runtime = runtimes.get(key);
      if (runtime === undefined) {
        runtime = makeRuntime(wanted);
        runtimes.set(key, runtime);
        runtime.catch(() => runtimes.delete(key));
      }
      return runtime;
    },
    async dispose() {
      const made = await Promise.allSettled(runtimes.values());
      runtimes.clear();
      await Promise.all(made.map((one) => (one.status === 'fulfilled' ? closeWhenEmpty(one.value) : undefined)));
    },
  };
}

let instances = 0;

async function makeRuntime({ plan, path }: Wanted): Promise<Runtime> {
  const reason = noBubblewrap();
  if (reason !== undefined) throw new Error(reason);
  const { manager, folder } = await loadManager();
  const { allowedDomains, deniedDomains } = plan.network;
  const needsProxy = allowedDomains.length > 0;
  const bwrap = findProgram('bwrap', path, 'bubblewrap is not installed');
  const config: RuntimeConfig = {
    network: { allowedDomains: [...allowedDomains], deniedDomains: [...deniedDomains], strictAllowlist: true },
    filesystem: { denyRead: [], allowWrite: [], denyWrite: [] },
    // Sandbox-runtime would look for protected files below this process's folder. Loadout looks below the agent's folder and
    // passes the files.
    ripgrep: { command: 'true' },
    bwrapPath: bwrap,
    ...(needsProxy ? { socatPath: findProgram('socat', path, 'socat is not installed') } : {}),
  };
  const bash = findProgram('bash', path, 'bash is not installed');
  // Without an allowed address, no proxy is needed, and the configuration alone is enough.
  if (needsProxy) await withoutSignals(() => manager.initialize(config));
  else manager.updateConfig(config);
  assertWorking(manager, needsProxy);
  const runtime = { manager, bash, bwrap, folder };
  await tryIt(runtime);
  return runtime;
}

async function loadManager(): Promise<Pick<Runtime, 'manager' | 'folder'>> {
  let index: string;
  try {
    index = createRequire(import.meta.url).resolve('@anthropic-ai/sandbox-runtime');
  } catch (cause) {
    throw new Error('the package @anthropic-ai/sandbox-runtime is not installed', { cause });
  }
  const url = pathToFileURL(join(dirname(index), 'sandbox', 'sandbox-manager.js'));
  url.search = `?loadout=${++instances}`;
  const module = (await import(/* @vite-ignore */ url.href)) as Pick<RuntimeModule, 'SandboxManager'>;
  return { manager: module.SandboxManager, folder: dirname(dirname(index)) };
}

/**
 * Runs the work and removes the package's listeners for SIGINT and SIGTERM. With them, the signals would no longer end this
 * process, and that is for the host to decide.
 */
async function withoutSignals(work: () => Promise<void>): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const before = signals.map((signal) => new Set(process.listeners(signal)));
  await work();
  for (const [index, signal] of signals.entries()) {
    for (const listener of process.listeners(signal))
      if (before[index]?.has(listener) === false && listener.name === 'cleanupHandler') process.off(signal, listener);
  }
}

/** Throws for a warning too: a warning means a missing protection. */
function assertWorking(manager: Manager, needsProxy: boolean): void {
  const { errors, warnings } = manager.checkDependencies({ command: 'true' });
  const problems = [...errors, ...warnings].filter((problem) => needsProxy || !problem.startsWith('socat'));
  if (problems.length > 0) throw new Error(problems.join('; '));
}

/** Runs one command, because some systems have bubblewrap but do not let it work. */
async function tryIt(runtime: Runtime): Promise<void> {
  const { bash } = runtime;
  const filesystem = { denyRead: [], allowWrite: [], denyWrite: [] };
  const wrapped = await wrapCommand(runtime, { command: 'true', filesystem });
  try {
    await promisify(execFile)(bash, ['--noprofile', '--norc', '-c', wrapped], { env: { PATH: hostPath(), SHLVL: '1' } });
  } catch (cause) {
    const { stderr = '', message } = cause as Error & { stderr?: string };
    throw new Error(`bubblewrap does not work here: ${(stderr.trim() || message).split('\n')[0]}`, { cause });
  } finally {
    leaveSandbox(runtime);
  }
}

/**
 * Finds a program in an absolute folder, because a folder that a command can write to must not choose the programs of the
 * sandbox.
 */
function findProgram(name: string, path: string, missing: string): string {
  for (const folder of path.split(delimiter).filter(isAbsolute)) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      // The program is not in this folder.
    }
  }
  throw new Error(missing);
}
