import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import module from 'node:module';
import { isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Node 22 and later have it. A result without a folder says that the given one cannot be used. */
type Enable = (folder: string) => { readonly directory?: string };

/** The folder of this package where it really is: Node follows links before it loads a module. */
const PACKAGE = join(import.meta.dirname, '..');

/**
 * From Node 22 on, compiled code is stored and used again: beside the installation, or among the user's files if that cannot be. Node's own
 * variables for its cache go first. A folder that cannot be used stops nothing.
 */
export function keepCompiled(env: Environment): void {
  const { enableCompileCache: enable } = module as { readonly enableCompileCache?: Enable };
  if (enable === undefined || env.NODE_COMPILE_CACHE !== undefined || env.NODE_DISABLE_COMPILE_CACHE !== undefined) return;
  const folder = folderInPackage(PACKAGE);
  if (folder !== undefined && enable(folder).directory !== undefined) return;
  const own = folderOfUser(env);
  if (own === undefined) return;
  // Filled by the second start: a container or a job of a CI throws its home away after one run.
  const isSecond = existsSync(own);
  if (isPrivate(own) && isSecond) enable(own);
}

/**
 * The folder for compiled code in that of the installed package, which the first start makes and fills; `undefined` if it cannot be, or if the
 * package belongs to another user, who could not remove what this one put there. Who can write into the folder of the package can change its code, and gains nothing.
 */
export function folderInPackage(installed: string): string | undefined {
  const folder = join(installed, 'compiled');
  // Windows tells no owner, and a folder there may let others add to it.
  return process.getuid !== undefined && isOwn(installed) && isPrivate(folder) ? folder : undefined;
}

/** The folder for compiled code beside the stored plans; `undefined` if no folder is known. */
export function folderOfUser({ XDG_CACHE_HOME: cache, HOME: home }: Environment): string | undefined {
  const [own, user] = [cache, home].map((folder) => (folder !== undefined && isAbsolute(folder) ? folder : undefined));
  const base = own ?? (user === undefined ? undefined : join(user, '.cache'));
  return base === undefined ? undefined : join(base, 'loadout', 'compiled');
}

/** Makes the folder if it is missing, and says whether nobody else writes into it. Node runs what it finds there. */
function isPrivate(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    return false;
  }
  return isOwn(folder, { closedTo: 0o022 });
}

/** Whether it is a folder of this user, and no link to one, without these permissions. */
function isOwn(folder: string, { closedTo = 0 } = {}): boolean {
  try {
    const stat = lstatSync(folder);
    const { getuid } = process;
    return stat.isDirectory() && (getuid === undefined || (stat.uid === getuid() && (stat.mode & closedTo) === 0));
  } catch {
    return false;
  }
}
