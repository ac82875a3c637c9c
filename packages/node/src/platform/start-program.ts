import { existsSync, statSync } from 'node:fs';
import { resolve, win32 } from 'node:path';
import { hasCode, isMissing } from '../paths.js';
import { hasGroups, type SystemName, thisSystem } from './system.js';

type Env = Readonly<Record<string, string | undefined>>;

export interface Surroundings {
  readonly env: Env;
  readonly system?: SystemName | undefined;
  /** Tells whether a file is there. Default: asks the disk. */
  readonly isFile?: ((path: string) => boolean) | undefined;
}

/** The words and options with which Node starts a program. */
export interface ProgramStart {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: { readonly detached: boolean; readonly windowsHide: true; readonly windowsVerbatimArguments: boolean };
}

const ENDINGS = '.COM;.EXE;.BAT;.CMD';

/**
 * Says how a program is started with these words, without a shell that would read them. Windows is asked for the file by its full path,
 * since it would look into the working directory first. Node does not start a `.cmd` or `.bat` there, such as `npx`: `cmd.exe` does, with
 * each word in quotes. Throws for a word that cannot be quoted for it.
 */
export function programStart(
  command: string,
  args: readonly string[],
  { env, system = thisSystem, isFile }: Surroundings,
): ProgramStart {
  const options = { detached: hasGroups(system), windowsHide: true, windowsVerbatimArguments: false } as const;
  if (system !== 'win32') return { file: command, args, options };
  const file = findOnWindows(command, { env, isFile }) ?? command;
  if (!/\.(?:cmd|bat)[. ]*$/i.test(file)) return { file, args, options };
  const line = [file, ...args].map((word) => quotedForCmd(word, file)).join(' ');
  const cmd = win32.join(variableOf(env, 'SystemRoot', 'win32') ?? 'C:\\Windows', 'System32', 'cmd.exe');
  return { file: cmd, args: ['/d', '/v:off', '/s', '/c', `"${line}"`], options: { ...options, windowsVerbatimArguments: true } };
}

/**
 * Why a program did not start, as a part of a sentence. The system says ENOENT alike for a program, for the folder in which it is to
 * start, and for the interpreter that the first line of a script names.
 */
export function startProblem(
  error: unknown,
  { command, cwd = process.cwd() }: { readonly command: string; readonly cwd?: string | undefined },
): string {
  if (hasCode(error, 'EACCES')) return `this user may not run ${command} in ${cwd}`;
  if (!isMissing(error)) return error instanceof Error ? error.message : String(error);
  if (!existsSync(cwd)) return `the folder ${cwd}, in which it is to start, does not exist`;
  if (!/[\\/]/.test(command)) return `there is no program ${command} in the folders of PATH`;
  return existsSync(resolve(cwd, command))
    ? `the interpreter in the first line of ${command} is not there`
    : `there is no file ${command}`;
}

/** Returns the value of a variable. Those of Windows have names in any case, such as `Path`. */
export function variableOf(env: Env, name: string, system: SystemName = thisSystem): string | undefined {
  if (system !== 'win32') return env[name];
  const key = Object.keys(env).find((one) => one.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : env[key];
}

/** Finds a program in absolute folders of PATH, with the endings of PATHEXT. A command with a folder is only given its ending. */
function findOnWindows(command: string, { env, isFile = isFileHere }: Omit<Surroundings, 'system'>): string | undefined {
  const endings =
    win32.extname(command) === '' ? (variableOf(env, 'PATHEXT', 'win32') || ENDINGS).split(';').filter(Boolean) : [''];
  const folders = /[\\/:]/.test(command) ? [''] : foldersOf(env);
  const paths = folders.flatMap((folder) =>
    endings.map((ending) => (folder === '' ? '' : win32.join(folder, '.', '\\')) + command + ending),
  );
  return paths.find(isFile);
}

const foldersOf = (env: Env) =>
  (variableOf(env, 'PATH', 'win32') ?? '').split(';').filter((folder) => /^(?:[a-z]:[\\/]|\\\\)/i.test(folder));

/** `cmd.exe` reads `%` also between quotes, a quote ends them, and the batch file reads the words a second time. */
function quotedForCmd(word: string, file: string): string {
  const bad = /["%\r\n\0]/.exec(word)?.[0];
  if (bad !== undefined)
    throw new Error(
      `${file} is a batch file, and ${JSON.stringify(bad)} in ${JSON.stringify(word)} cannot be passed to one safely; start the program that it calls, such as node with a script`,
    );
  // A backslash before the last quote would escape it.
  return `"${word.replace(/\\+$/, '$&$&')}"`;
}

/**
 * Returns the bash that runs commands: a name to look up in PATH, or a full path; `undefined` where there is none. On Windows it is the
 * one of Git, which stands beside `git.exe`: `System32\bash.exe` is another machine, WSL.
 */
export function bashFile({ env, system = thisSystem, isFile = isFileHere }: Surroundings): string | undefined {
  if (system === 'darwin') return '/bin/bash';
  if (system !== 'win32') return 'bash';
  const beside = foldersOf(env)
    .map((folder) => win32.join(folder, 'git.exe'))
    .filter(isFile)
    .flatMap((git) => ['..', '..\\..'].map((up) => win32.join(win32.dirname(git), up, 'bin', 'bash.exe')));
  const installed = win32.join(variableOf(env, 'ProgramFiles', 'win32') ?? 'C:\\Program Files', 'Git', 'bin', 'bash.exe');
  return [...beside, installed].find((path) => !/\\system32\\/i.test(path) && isFile(path));
}

function isFileHere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
