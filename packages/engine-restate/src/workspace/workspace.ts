import { errors } from '../errors.js';

/** A workspace that a person asks for: a repository, and the branch, tag or commit with which the run begins. */
export interface WorkspaceWish {
  readonly remote: string;
  /** `HEAD` is the default branch of the remote. */
  readonly ref: string;
}

/** The files that belong to a step of a run: a commit of the run's own ref, on record with the step. */
export interface WorkspaceMark extends WorkspaceWish {
  /** The commit with the files and the state of the agent's repository. */
  readonly commit: string;
  /** The commit with the files alone, for people. */
  readonly files: string;
  /** The commit with which the run began. */
  readonly start: string;
}

/** The files of a run as people get them: `git fetch REMOTE REF`. */
export interface RunFiles {
  readonly remote: string;
  readonly ref: string;
  readonly commit: string;
}

/** The ref with the newest files of a run. */
export const filesRef = (run: string): string => `refs/loadout/${run}`;

/** The ref with the files of all steps of a run. It is only ever added to. */
export const stateRef = (run: string): string => `refs/loadout-state/${run}`;

export const filesOf = (run: string, mark: WorkspaceMark | undefined): RunFiles | undefined =>
  mark === undefined ? undefined : { remote: mark.remote, ref: filesRef(run), commit: mark.files };

/** The name of a ref becomes an argument of git and, if it comes from the remote, a path. */
const REF = /^(?![-/])(?!.*(\.\.|\/\/|@\{|\.lock(\/|$)|\/$))[\w./+@-]{1,200}$/;
export const isRef = (name: string): boolean => REF.test(name);
const MOST_REMOTE = 1000;
const PROTOCOLS: readonly string[] = ['https:', 'http:', 'ssh:', 'file:'];

/** Reads `git:REMOTE#REF`. Throws ENGINE_WORKSPACE. */
export function readWorkspace(text: string): WorkspaceWish {
  if (!text.startsWith('git:'))
    throw errors.ENGINE_WORKSPACE({ workspace: withoutUser(text), problem: 'it does not begin with git:' });
  const at = text.lastIndexOf('#');
  const [remote, ref] = at === -1 ? [text.slice(4), 'HEAD'] : [text.slice(4, at), text.slice(at + 1)];
  return checkWorkspace({ remote, ref });
}

/** Returns the workspace. Throws ENGINE_WORKSPACE for an address with a password, and for one that could run a program. */
export function checkWorkspace(wish: WorkspaceWish): WorkspaceWish {
  const { remote, ref } = wish;
  const problem =
    typeof remote !== 'string' || typeof ref !== 'string' ? 'it has no remote' : (remoteProblem(remote) ?? refProblem(ref));
  if (problem !== undefined)
    throw errors.ENGINE_WORKSPACE({ workspace: `git:${withoutUser(String(remote))}#${String(ref)}`, problem });
  return { remote, ref };
}

const refProblem = (ref: string) =>
  isRef(ref) ? undefined : `${JSON.stringify(ref)} is not a name of a branch, a tag or a commit`;

function remoteProblem(remote: string): string | undefined {
  if (remote === '' || remote.length > MOST_REMOTE) return 'its remote is empty or too long';
  if (/[\s\p{Cc}'"`$\\]/u.test(remote)) return 'its remote has characters that no address of a repository needs';
  if (/(^|\/)(\.|%2e){2}(\/|$)/i.test(remote)) return 'its remote has .. in it';
  if (remote.startsWith('/')) return undefined;
  if (remote.includes('://')) return URL.canParse(remote) ? urlProblem(new URL(remote)) : 'its remote is not an address';
  // The short form of SSH: user@host:path. Git would take `ext::…` as a program, and `-…` as an option.
  return /^([\w.-]+@)?[\w][\w.-]*:(?!:)[^-]/.test(remote) ? undefined : 'its remote is not an address, and no absolute path';
}

function urlProblem({ protocol, username, password }: URL): string | undefined {
  if (!PROTOCOLS.includes(protocol)) return `its remote begins with ${protocol}//, not with https://, ssh://, http:// or file://`;
  if (password !== '' || (username !== '' && protocol !== 'ssh:'))
    return 'its remote has a user name or a password, which the engine would store. Give the workers a credential helper of git, or an SSH key';
  return undefined;
}

/** Whether a worker may use a remote. A permitted beginning ends where a part of the address ends. */
export const isPermitted = (remote: string, permitted: readonly string[]): boolean =>
  permitted.some((one) => remote === one || (remote.startsWith(one) && /[/:]$/.test(one)));

/** Removes what stands before the host in addresses, which may be a password. */
export const withoutUser = (text: string): string => text.replace(/(\/\/)[^/\s@]*@/g, '$1');
