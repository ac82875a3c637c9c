import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { lacksSandboxPackage, SANDBOX_PACKAGE } from '@loadout/command/runs';
import type { CommandHost } from '@loadout/core/commands';
import type { Plan } from '@loadout/core/run';
import { runChild } from '@loadout/node';
import { sandboxOf } from '@loadout/node/platform';
import { searchPath } from '@loadout/runner';

/** One checked thing. `problem`: a part will not work. `note`: a part works differently, or the finding may not matter here. */
export interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'note' | 'problem';
  readonly says: string;
  readonly fix?: string | undefined;
}

type Machine = Pick<CommandHost, 'env' | 'cwd'>;

/** Checks this machine for the needs of a run. `plan`: the configuration, if there is one. */
export async function machineFindings(host: Machine, plan: Plan | undefined): Promise<readonly Finding[]> {
  const [git, rg, bwrap, socat] = await Promise.all(['git', 'rg', 'bwrap', 'socat'].map((name) => versionOf(name, host)));
  return [
    // A Node that is too old is refused before any command runs.
    { what: 'node', state: 'ok', says: process.versions.node },
    git === undefined
      ? note('git', 'not found: worktrees are unavailable, and sessions do not record the branch.', 'Install git.')
      : { what: 'git', state: 'ok', says: git },
    rg === undefined
      ? note('ripgrep', 'no rg in the PATH: Grep uses @vscode/ripgrep.', 'Install ripgrep.')
      : { what: 'ripgrep', state: 'ok', says: rg },
    sandboxFinding({ bwrap, socat }, plan),
  ];
}

const note = (what: string, says: string, fix: string): Finding => ({ what, state: 'note', says, fix });

/** Without its programs, a required sandbox lets no command run. */
function sandboxFinding(
  { bwrap, socat }: { readonly bwrap: string | undefined; readonly socat: string | undefined },
  plan: Plan | undefined,
): Finding {
  const kind = sandboxOf();
  if (kind === undefined)
    return note('sandbox', 'this system has none: commands of an agent with a sandbox are not run.', 'Use WSL.');
  const isBubblewrap = kind === 'bubblewrap';
  const programs = isBubblewrap
    ? [...(bwrap === undefined ? ['bubblewrap'] : []), ...(socat === undefined ? ['socat'] : [])]
    : [];
  const packages = plan !== undefined && lacksSandboxPackage(plan) ? [SANDBOX_PACKAGE] : [];
  const missing = [...programs, ...packages];
  const wanting = Object.values(plan?.agents ?? {}).filter(({ sandbox }) => sandbox !== undefined);
  if (missing.length === 0) return { what: 'sandbox', state: 'ok', says: isBubblewrap ? `${bwrap}, socat` : 'Seatbelt' };
  const fix = [
    ...(programs.length === 0 ? [] : [`apt-get install ${programs.join(' ')}`]),
    ...packages.map((name) => `npm install ${name}`),
  ].join(' && ');
  const isNeeded = wanting.some(({ sandbox }) => sandbox?.required === true);
  if (wanting.length === 0) return note('sandbox', `${missing.join(' and ')} not found; no agent here needs it.`, fix);
  const who = wanting.map(({ name }) => name).join(', ');
  const says = `${missing.join(' and ')} not found; the sandbox of ${who} needs it.`;
  return { what: 'sandbox', state: isNeeded ? 'problem' : 'note', says, fix };
}

/** The first line of a program's version output; `undefined` for a missing program. A program of the project does not count. */
async function versionOf(name: string, { env, cwd }: Machine): Promise<string | undefined> {
  const args = name === 'socat' ? ['-V'] : ['--version'];
  const PATH = searchPath(env.PATH ?? '', cwd).machine;
  const place = { cwd, env: { ...env, PATH }, signal: AbortSignal.timeout(10_000), mostBytes: 4096 };
  const exit = await runChild({ file: name, args, ...place }).catch(() => undefined);
  return exit?.code === 0 ? exit.stdout.split('\n', 1)[0]?.trim() : undefined;
}

/** Whether sessions could be written. The check itself writes nothing. */
export function folderFinding(dir: string): Finding {
  let folder = dir;
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return { what: 'sessions', state: 'ok', says: dir };
  } catch {
    const fix = `Make ${folder} writable, or name another folder: LOADOUT_STATE_DIR, or sessions: { dir } in the configuration.`;
    return { what: 'sessions', state: 'problem', says: `${dir} is not writable.`, fix };
  }
}
