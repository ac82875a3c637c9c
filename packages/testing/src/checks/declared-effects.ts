import { existsSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { Access } from '@loadout/core';
import { STATE_PREFIX } from '../mount/mount-plugin.js';
import type { Seen, SeenKind } from '../watch/seen.js';
import type { Problem } from './check.js';
import { endOf, holds, programOf, type Touches } from './touches.js';

/** The declarations that hold for a call. */
export interface Declared {
  readonly permitted: readonly Access[];
  readonly touches?: Touches | undefined;
  /** The folder of the case, whose files are compared before and after. */
  readonly dir: string;
  readonly artifactDir: string;
}

const of = (seen: readonly Seen[], kind: SeenKind, phase = 'call') =>
  seen.filter((one) => one.kind === kind && one.phase === phase).map(({ what }) => what);

export function undeclaredRead(seen: readonly Seen[], declared: Declared): Problem {
  const path = of(seen, 'read').find(
    (one) => !isDeclaredFile(one, declared) && !isOwnCode(one, declared) && !isAround(one, declared),
  );
  return path === undefined ? undefined : `it read ${path}, and access names no read of it; name what the call reads`;
}

/** A read-only call writes nothing, whatever its access names, but for its large results. */
export function readOnlyProblem(seen: readonly Seen[], { artifactDir, touches, dir }: Omit<Declared, 'permitted'>): Problem {
  const [method] = of(seen, 'change');
  if (method !== undefined) return `it sent a request with ${method}`;
  const path = of(seen, 'write').find((one) => !isDeclaredFile(one, { permitted: [], artifactDir, touches, dir }));
  return path === undefined ? undefined : `it wrote ${path}`;
}

/**
 * The changes in the folder of the case are found in the folder itself. A program may change anything there; beside one, only what
 * the call itself writes is held against access.
 */
export function undeclaredWrite(seen: readonly Seen[], declared: Declared): Problem {
  const path = of(seen, 'write').find(
    (one) =>
      !(isBelow(one, declared.dir) && !ranProgram(seen, declared)) &&
      !isDeclaredFile(one, { ...declared, permitted: writesIn(declared) }) &&
      !isBeside(one, declared),
  );
  return path === undefined
    ? undefined
    : `it wrote ${path}, and access names no write of it; without that, no rule and no person decides about the file`;
}

export const ranProgram = (seen: readonly Seen[], { permitted }: Pick<Declared, 'permitted'>): boolean =>
  permitted.some(({ kind }) => kind === 'run') || of(seen, 'run').length > 0;

const writesIn = ({ permitted }: Declared) => permitted.filter(({ kind }) => kind === 'write');

function isDeclaredFile(path: string, { permitted, artifactDir, touches }: Declared): boolean {
  if (NOBODYS.test(path) || isBelow(path, artifactDir)) return true;
  // The plugin's own data, which outlives a session.
  if (touches?.fs !== undefined && path.startsWith(join(tmpdir(), STATE_PREFIX))) return true;
  const paths = [path, linkless(path)];
  return permitted.some((access) => paths.some((one) => covers(access, one)));
}

/** Files that tell nothing about anybody: how much a process uses. */
const NOBODYS = /^\/(?:dev\/null|proc\/(?:self|\d+)\/(?:stat|statm|status))$/;

/** The names beside a file that may be read, such as those that its message lists when the file is missing. */
const isAround = (path: string, { permitted }: Declared): boolean =>
  permitted.some((access) => 'path' in access && dirname(access.path) === path);

/** A new file changes the folders above it. A file that is written whole stands beside its target for a moment. */
const isBeside = (path: string, declared: Declared): boolean =>
  writesIn(declared).some(
    (access) => isAbove(path, access) || ('path' in access && dirname(path) === dirname(access.path) && !existsSync(path)),
  );

export const isAbove = (path: string, access: Access): boolean => 'path' in access && isBelow(access.path, path);

/**
 * The code that a module loads late is its own, and so are the data beside it where the plugin declares that it reads files. The
 * files at the top of the package are the reader's: relative paths lead there.
 */
function isOwnCode(path: string, { touches, dir }: Declared): boolean {
  if (path.includes('/node_modules/')) return true;
  if (isBelow(path, dir) || !isBelow(path, process.cwd())) return false;
  const parts = relative(process.cwd(), path).split(sep);
  return CODE.test(path) || (touches?.fs !== undefined && parts.length > 1 && !parts.some((part) => part.startsWith('.')));
}

const CODE = /\.(?:[cm]?[jt]sx?|node|wasm)$/;

export const covers = (access: Access, path: string): boolean =>
  (access.kind === 'read' || access.kind === 'write') &&
  (access.path === path || (access.below === true && isBelow(path, access.path)));

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function linkless(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** A shell runs what a command of `access` says, and a sandbox runs the shell. */
const SHELLS = ['sh', 'bash', 'zsh', 'dash', 'ash', 'cmd.exe', 'powershell.exe', 'bwrap', 'sandbox-exec'];

export function undeclaredProgram(
  seen: readonly Seen[],
  { permitted, touches }: Omit<Declared, 'dir' | 'artifactDir'>,
  phase = 'call',
): Problem {
  const runs = permitted.filter((access) => access.kind === 'run');
  const command = of(seen, 'run', phase).find((one) => {
    const program = programOf({ text: one });
    if (holds(touches?.exec, program)) return false;
    return !(runs.length > 0 && SHELLS.includes(program)) && !runs.some((run) => programOf(run) === program);
  });
  return command === undefined
    ? undefined
    : `it started ${command}, and neither access names the command nor touches.exec the program ${programOf({ text: command })}`;
}

export function undeclaredAddress(seen: readonly Seen[], permitted: readonly Access[]): Problem {
  const [listened] = of(seen, 'listen');
  if (listened !== undefined) return `it listens on ${listened}; a tool opens no door for others`;
  const named = permitted.flatMap((access) => (access.kind === 'fetch' ? [endOf(access.url)] : []));
  const unnamed = of(seen, 'fetch').find((one) => {
    const { host, port } = endOf(one);
    return !named.some((other) => other.host === host && (port === '' || other.port === port));
  });
  return unnamed === undefined ? undefined : `it asked ${unnamed}, and access names no fetch from there`;
}

/** Variables that programs read everywhere and that tell nothing about a person. */
const ORDINARY =
  /^(?:PATH|HOME|TMPDIR|TMP|TEMP|LANG|LANGUAGE|LC_\w+|TZ|TERM|COLORTERM|NODE_\w+|UNDICI_\w+|DEBUG|FORCE_COLOR|NO_COLOR|CI|SHELL|COMSPEC|SYSTEMROOT|PATHEXT|VITEST\w*|JEST_\w+)$/i;

export function undeclaredVariable(seen: readonly Seen[], touches: Touches | undefined, phase?: string): Problem {
  const names = seen
    .filter((one) => one.kind === 'variable' && (phase === undefined || one.phase === phase))
    .map(({ what }) => what);
  if (names.includes('*'))
    return 'it takes the whole environment of the process, with its keys; give child processes context.env, or options.env of spawn';
  const name = names.find((one) => !ORDINARY.test(one) && touches?.env?.includes(one) !== true);
  return name === undefined
    ? undefined
    : `it reads the variable ${name} of the process; take it as an option, or declare it: "env": [${JSON.stringify(name)}] under touches`;
}

/** Functions that answer before the decision change nothing and show nothing. */
export function effectBefore(seen: readonly Seen[], declared: Declared): Problem {
  const early = seen.filter(({ phase }) => phase !== 'call');
  const isFine = ({ kind, what }: Seen) =>
    (kind === 'write' && isBelow(what, declared.artifactDir)) ||
    (kind === 'run' && holds(declared.touches?.exec, programOf({ text: what })));
  const effect = early.find((one) => VERBS[one.kind] !== undefined && !isFine(one));
  if (effect !== undefined)
    return `${effect.phase} ${VERBS[effect.kind]?.(effect.what)}, before anybody decided; only call may act`;
  const read = early.find(({ kind, what }) => kind === 'read' && !isDeclaredFile(what, declared) && !isOwnCode(what, declared));
  return read === undefined ? undefined : `${read.phase} reads ${read.what}, which access does not name, before anybody decided`;
}

const VERBS: Readonly<Partial<Record<SeenKind, (what: string) => string>>> = {
  write: (what) => `writes ${what}`,
  run: (what) => `starts ${what}`,
  fetch: (what) => `asks ${what}`,
  listen: (what) => `listens on ${what}`,
  print: (what) => `prints ${JSON.stringify(what.slice(0, 60))}`,
  process: (what) => what,
};

export function printed(seen: readonly Seen[], phase = 'call'): Problem {
  const changed = of(seen, 'process', phase)[0];
  if (changed !== undefined) return `it ${changed}, which all sessions share`;
  const text = of(seen, 'print', phase)[0];
  return text === undefined
    ? undefined
    : `it printed ${JSON.stringify(text.slice(0, 60))} on standard output, where programs read answers; use context.progress or console.error`;
}
