import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** Returns the home folder of this user, an absolute path: a HOME of another form would be in the folder of a repository. */
export function homeOf({ HOME }: Env): string {
  return [HOME, homedir()].find((home) => home !== undefined && isAbsolute(home)) ?? userInfo().homedir;
}

/** Returns the folder of what this user's programs keep: sessions, trust, the ledger, the files of plugins. */
export function stateDir(env: Env): string {
  if (env.LOADOUT_STATE_DIR) return env.LOADOUT_STATE_DIR;
  return join(absolute(env.XDG_STATE_HOME) ?? join(homeOf(env), '.local', 'state'), 'loadout');
}

/** Returns the folder of the settings that this user writes. It need not exist. */
export const settingsDir = (env: Env): string => join(absolute(env.XDG_CONFIG_HOME) ?? join(homeOf(env), '.config'), 'loadout');

/**
 * Returns the folder of this user's caches; `undefined` if the environment names none. A relative one is none: it would be in the folder
 * of a repository, which could bring a plan that counts as trusted.
 */
export function cacheHome(env: Env): string | undefined {
  const home = absolute(env.HOME);
  return absolute(env.XDG_CACHE_HOME) ?? (home === undefined ? undefined : join(home, '.cache'));
}

/** A path that is not absolute would be in the folder of a repository. */
const absolute = (path: string | undefined): string | undefined => (path !== undefined && isAbsolute(path) ? path : undefined);

/** Returns the file with the record of this user's trust. */
export const trustFile = (env: Env): string => join(stateDir(env), 'trust.json');

/** Returns the folder of the ledger of this machine; `undefined` for an environment that names no home and no folder for state. */
export function ledgerDir(env: Env): string | undefined {
  const hasPlace = [env.LOADOUT_STATE_DIR, env.XDG_STATE_HOME, env.HOME, env.USERPROFILE].some((place) => place);
  return hasPlace ? join(stateDir(env), 'ledger') : undefined;
}
