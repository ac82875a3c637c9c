import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { SandboxPlan } from '@loadout/core/run';
import { type SystemName, thisSystem } from '@loadout/node/platform';
import { confinementOn } from './confinement.js';
import { closeWhenEmpty, leaveSandbox, wrapCommand } from './occupancy.js';
import type { Manager, Runtime, RuntimeConfig, RuntimeModule } from './runtime.js';
import { hostPath } from './trusted-path.js';

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
      const { allowedDomains, deniedDomains, ...local } = wanted.plan.network;
      const key = JSON.stringify([wanted.path, local, allowedDomains.length === 0 ? [] : [allowedDomains, deniedDomains]]);
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

async function makeRuntime(wanted: Wanted): Promise<Runtime> {
  const runtime = await loadRuntime(wanted);
  await tryIt(runtime);
  return runtime;
}

/** Sets a runtime up without trying it. */
export async function loadRuntime(wanted: Wanted, system: SystemName = thisSystem): Promise<Runtime> {
  const confinement = confinementOn(system, wanted);
  const { manager, folder } = await loadManager();
  const { allowedDomains, deniedDomains } = wanted.plan.network;
  const needsProxy = allowedDomains.length > 0;
  const config: RuntimeConfig = {
    network: {
      allowedDomains: [...allowedDomains],
      deniedDomains: [...deniedDomains],
      ...confinement.network,
      strictAllowlist: true,
    },
    filesystem: { denyRead: [], allowWrite: [], denyWrite: [] },
    // Sandbox-runtime would look for protected files below this process's folder. Loadout looks below the agent's folder and
    // passes the files.
    ripgrep: { command: 'true' },
    ...confinement.config,
  };
  // Without an allowed address, no proxy is needed, and the configuration alone is enough.
  if (needsProxy) await withoutSignals(() => manager.initialize(config));
  else manager.updateConfig(config);
  assertWorking(manager, needsProxy);
  return { manager, folder, confinement };
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

/** Runs one command, because some systems have bubblewrap or Seatbelt but do not let it work. */
async function tryIt(runtime: Runtime): Promise<void> {
  const { bash, name } = runtime.confinement;
  const filesystem = { denyRead: [], allowWrite: [], denyWrite: [] };
  const wrapped = await wrapCommand(runtime, { command: 'true', filesystem });
  try {
    await promisify(execFile)(bash, ['--noprofile', '--norc', '-c', wrapped], { env: { PATH: hostPath(), SHLVL: '1' } });
  } catch (cause) {
    const { stderr = '', message } = cause as Error & { stderr?: string };
    throw new Error(`${name} does not work here: ${(stderr.trim() || message).split('\n')[0]}`, { cause });
  } finally {
    leaveSandbox(runtime);
  }
}
