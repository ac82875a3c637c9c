import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CommandInput,
  type CommandPlace,
  type CommandSession,
  commandSession,
} from '../../../../tests/lib/command-session.js';
import { atEndOfFile } from '../../../../tests/lib/end-of-file.js';
import { ENV } from '../../../../tests/lib/git-workspace.js';
import { accessesOf, analyse, commandEnv, createMadeFolders, filledFrom, trustedProgram } from '../index.js';

export { embedBare, git, makeWorkspace, write } from '../../../../tests/lib/git-workspace.js';
export type Session = CommandSession;

/** A host that decides commands by this package and core, and runs the allowed ones as the README says. */
export async function openSession(
  workspace: string,
  { env: own = {} }: { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Session> {
  const artifactDir = mkdtempSync(join(tmpdir(), 'loadout-artifacts-'));
  atEndOfFile(() => rmSync(artifactDir, { recursive: true, force: true }));
  const env = commandEnv({ ...ENV, ...own });
  const made = createMadeFolders()(artifactDir);
  const placeOf = ({ cwd = workspace, mayRead }: CommandPlace, { run_in_background: later }: CommandInput) => ({
    ...{ cwd, mayRead, later, made, env, home: env.HOME, roots: [workspace] },
  });
  return commandSession(
    {
      accessesOf: (input, place) => accessesOf(input.command, placeOf(place, input)),
      isReadOnly: ({ command }) => analyse(command).readOnly,
      run(input, place) {
        const { cwd, roots } = placeOf(place, input);
        made.add(filledFrom(input.command, placeOf(place, input)));
        return runBash(input.command, { cwd, env, file: trustedProgram('bash', { path: env.PATH ?? '', roots, cwd }) });
      },
    },
    { workspace, artifactDir },
  );
}

interface Start {
  readonly file: string;
  readonly cwd: string;
  readonly env: Record<string, string>;
}

const runBash = (command: string, { file, ...options }: Start) =>
  new Promise<string>((settle) => {
    const child = execFile(file, ['--noprofile', '--norc', '-c', command], options, (error, stdout, stderr) =>
      settle(`${error === null ? '' : `Exit code ${error.code}\n`}${stdout}${stderr}`.trimEnd()),
    );
    child.stdin?.end();
  });
