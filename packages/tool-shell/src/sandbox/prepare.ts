import { lstatSync, rmdirSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shellQuoted } from '../run/shell-quoted.js';
import { NameGuard } from './name-guard.js';
import { leaveSandbox, wrapCommand } from './occupancy.js';
import type { Outside, Place } from './place.js';
import { LEFTOVER_NAMES, protectedPaths } from './protected-paths.js';
import type { Runtime } from './runtime.js';

/**
 * The variable that carries the text. As an argument, the text would be quoted again at each of four levels, and grow too long.
 */
const COMMAND = 'LOADOUT_COMMAND';

/**
 * The folder that sandbox-runtime makes writable for all commands, by both of its names on macOS, and the folders in the home folder
 * that it makes writable for convenience.
 */
const ALSO_WRITABLE = ['/tmp/claude', '/private/tmp/claude', '~/.npm/_logs', '~/.claude/debug'];

type Inside = Outside & { readonly runtime: Runtime; readonly writable: readonly string[] };

export async function prepareSandbox(command: string, options: Inside): Promise<Place> {
  const { plan, context, parts, runtime, env, writable } = options;
  const { filesystem } = plan;
  const { bash, placeOf } = runtime.confinement;
  const { BASH_ENV: prelude, ...outside } = env;
  clearLeftovers(writable, LEFTOVER_NAMES);
  const { existing, inRepositories } = protectedPaths(writable);
  const envFile = parts.envFile === undefined ? [] : [parts.envFile];
  const denied = [...filesystem.denyWrite, ...existing, ...inRepositories, ...envFile, ...ALSO_WRITABLE];
  assertPlain([...writable, ...denied]);
  const { temporary, notes } = parts.lastFolder;
  const wrapped = await wrapCommand(runtime, {
    command: inner({ bash, prelude, temporary: temporary() }),
    filesystem: {
      allowWrite: [...writable, temporary(), ...(prelude === undefined ? [] : [notes()])].map(placeOf),
      denyWrite: denied.map(placeOf),
      // Loadout's own files for the user: transcripts, trust. The results of this session stay readable.
      denyRead: [...filesystem.denyRead, ...parts.secretFolders, dirname(context.artifactDir)].map(placeOf),
      allowRead: [context.artifactDir, runtime.folder, ...(prelude === undefined ? [] : [prelude])].map(placeOf),
    },
  });
  // The guard starts after sandbox-runtime has looked, because that masks every existing name.
  const guard = new NameGuard(inRepositories, { holdIn: join(context.artifactDir, 'held'), folders: writable, existing });
  return {
    start: { file: bash, args: ['--noprofile', '--norc', '-c', wrapped], env: { ...outside, [COMMAND]: command } },
    started: (shell) => {
      guard.onFlood = () => void shell.stop();
    },
    leave: () => {
      const notes = guard.end();
      leaveSandbox(runtime);
      return notes;
    },
  };
}

/** Runs the text as outside, with the same name and line numbers. The prelude that reports the last folder is added here. */
function inner({ bash, prelude, temporary }: { bash: string; prelude: string | undefined; temporary: string }): string {
  const variables = [`TMPDIR=${shellQuoted(temporary)}`, ...(prelude === undefined ? [] : [`BASH_ENV=${shellQuoted(prelude)}`])];
  return `export ${variables.join(' ')}; set -- "$${COMMAND}"; unset ${COMMAND}; exec -a bash ${shellQuoted(bash)} --noprofile --norc -c "$1"`;
}

/** Throws for a pattern. Sandbox-runtime reads these characters as patterns, and on Linux it silently leaves patterns out. */
function assertPlain(paths: readonly string[]): void {
  const pattern = paths.find((path) => /[*?[\]]/.test(path));
  if (pattern !== undefined) throw new Error(`${pattern} is a pattern, and for what may be written only plain paths can be kept`);
}

const cleared = new Set<string>();

/**
 * Removes the empty mount points of a sandbox whose process was killed, as older versions and other programs leave them behind.
 * Removes only empty read-only files of this user with exactly these names. Checks each folder once per process.
 */
function clearLeftovers(folders: readonly string[], names: readonly string[]): void {
  for (const folder of folders) {
    if (cleared.has(folder)) continue;
    cleared.add(folder);
    const found = names.map((name) => join(folder, name)).filter(isLeftover);
    for (const path of found) attempt(() => unlinkSync(path));
    // An empty folder alone may belong to anybody. Beside other leftovers, it is a leftover.
    if (found.length > 0) for (const name of ['.claude', '.git']) attempt(() => rmdirSync(join(folder, name)));
  }
}

/** Whether a file is as bubblewrap creates it. Its owner can write an empty file that another program created. */
function isLeftover(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile()) return false;
  return stat.size === 0 && (stat.mode & 0o222) === 0 && stat.nlink === 1 && stat.uid === process.getuid?.();
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Another process removed it first, or the folder is not empty.
  }
}
