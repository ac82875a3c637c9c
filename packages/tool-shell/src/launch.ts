import { isAbsolute } from 'node:path';
import { Sandbox, type ToolContext } from '@loadout/core';
import { bashFile, variableOf } from '@loadout/node/platform';
import { trustedPath, trustedProgram } from '@loadout/shell-rules';
import { errors } from './errors.js';
import type { EnvironmentParts } from './run/child-env.js';
import { type RunningShell, type ShellStart, startShell } from './run/running-shell.js';
import type { SandboxParts } from './sandbox/place.js';

/** A shell that was started, wherever it runs. */
export interface Launched {
  readonly shell: RunningShell;
  /** A notice for the model about how the command ran. */
  readonly notice: string | undefined;
  /** The forbidden files that the command created, once it has ended. */
  readonly held: Promise<readonly string[]>;
}

export interface LaunchOptions {
  readonly parts: EnvironmentParts & SandboxParts & { readonly pty: boolean };
  readonly context: ToolContext;
  readonly runId: string;
  readonly env: Readonly<Record<string, string>>;
  readonly onOutput: ShellStart['onOutput'];
  /** The program that is started outside of a sandbox, where the same command needs no shell. Default: bash with the command. */
  readonly program?: Pick<ShellStart, 'file' | 'args'> | undefined;
  /** Default: the folder of the session. */
  readonly cwd?: string | undefined;
  readonly stdin?: string | undefined;
}

/** Starts exactly the given text: on this machine, in the agent's sandbox when it has one, on a terminal when that is wanted. */
export async function launch(command: string, options: LaunchOptions): Promise<Launched> {
  const { parts, context, runId, env, onOutput } = options;
  const plan = context.find(Sandbox);
  const place =
    plan === undefined ? undefined : await (await import('./sandbox/enter.js')).enterSandbox(command, { ...options, plan });
  const start: ShellStart = {
    cwd: options.cwd ?? context.cwd,
    stdin: options.stdin,
    runId,
    onOutput,
    ...(options.program ?? bashWith(command, options)),
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

/** The last word is the name by which bash calls itself. */
const bashWith = (command: string, options: LaunchOptions) => ({
  file: trustedBash(options),
  args: ['--noprofile', '--norc', '-c', command, 'bash'],
});

/** Returns a bash that no call can have put there. */
function trustedBash({ env, context: { roots, cwd } }: LaunchOptions): string {
  const path = variableOf(env, 'PATH') ?? '';
  const bash = bashFile({ env: { PATH: trustedPath(path, roots), ProgramFiles: variableOf(env, 'ProgramFiles') } });
  if (bash === undefined) throw errors.SHELL_MISSING({});
  return isAbsolute(bash) ? bash : trustedProgram(bash, { path, roots, cwd });
}
