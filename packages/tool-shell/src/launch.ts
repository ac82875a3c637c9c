import { Sandbox, type ToolContext } from '@loadout/core';
import { trustedProgram } from '@loadout/shell-rules';
import type { BashParts } from './bash-parts.js';
import { type RunningShell, type ShellStart, startShell } from './run/running-shell.js';

/** A shell that was started, wherever it runs. */
export interface Launched {
  readonly shell: RunningShell;
  /** A notice for the model about how the command ran. */
  readonly notice: string | undefined;
  /** The forbidden files that the command created, once it has ended. */
  readonly held: Promise<readonly string[]>;
}

export interface LaunchOptions {
  readonly parts: BashParts;
  readonly context: ToolContext;
  readonly runId: string;
  readonly env: Readonly<Record<string, string>>;
  readonly onOutput: ShellStart['onOutput'];
}

/** Starts exactly the given text: on this machine, in the agent's sandbox when it has one, on a terminal when that is wanted. */
export async function launch(command: string, options: LaunchOptions): Promise<Launched> {
  const { parts, context, runId, env, onOutput } = options;
  const plan = context.find(Sandbox);
  const place =
    plan === undefined ? undefined : await (await import('./sandbox/enter.js')).enterSandbox(command, { ...options, plan });
  // The last word is the name by which bash calls itself.
  const args = ['--noprofile', '--norc', '-c', command, 'bash'];
  const start: ShellStart = {
    cwd: context.cwd,
    runId,
    onOutput,
    file: trustedProgram('bash', { path: env.PATH ?? '', roots: context.roots, cwd: context.cwd }),
    args,
    env,
    ...place?.start,
  };
  parts.guard.watch();
  try {
    const shell = parts.pty ? await (await import('./run/pty-shell.js')).startOnTerminal(start) : await startShell(start);
    place?.started?.(shell);
    const held = shell.ended.then(() => place?.leave() ?? []);
    return { shell, notice: place?.notice, held };
  } catch (error) {
    place?.leave();
    throw error;
  }
}
