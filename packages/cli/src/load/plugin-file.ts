import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workingFolder, writeFile } from '@loadout/command';
import { differsFromLock, isLocked, judgeConfig, LOCK_NAME, makeLock } from '@loadout/config';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { type ConfigFlags, loadWhole } from './load-plan.js';
import { lockOptions } from './lock-options.js';
import { trustOptions } from './settle-trust.js';

/** The configuration that a command about plugins changes. */
export interface PluginFile {
  readonly file: string;
  readonly configDir: string;
  readonly text: string;
  /** The packages by mount. */
  readonly plugins: Readonly<Record<string, string>>;
  /** Writes the file. Writes the lock too, unless the lock already differed. */
  write(text: string): Promise<void>;
  /** Whether a run would load the configuration now. */
  isTrusted(): Promise<boolean>;
}

type Flags = { readonly config: string | undefined; readonly cwd: string | undefined };

export async function openPluginFile(given: Flags, io: Io): Promise<PluginFile> {
  const flags: ConfigFlags = { ...given, param: [] };
  const load = () => loadWhole(flags, { io, wish: { keepParams: true, loadsNothing: true } });
  const before = await load();
  const { configFile: file = '', configDir } = before.plan;
  if (!/\.ya?ml$/.test(file)) throw errors.ADD_NOT_YAML({ file });
  const lockFile = join(configDir, LOCK_NAME);
  const options = lockOptions(before, { flags, io });
  const drifted = (await isLocked(options)) && (await differsFromLock(options)).length > 0;
  const named = before.mounts.filter(({ path }) => path.startsWith('plugins.'));
  const cwd = workingFolder(io.cwd, { flag: '--cwd', dir: given.cwd });
  return {
    file,
    configDir,
    text: readFileSync(file, 'utf8'),
    plugins: Object.fromEntries(named.map(({ path, use }) => [path.slice('plugins.'.length), use])),
    async write(text) {
      writeFile(file, { text });
      if (drifted) io.tell(`${LOCK_NAME} is left as it is: more than this changed. Look with: loadout lock verify\n`);
      else writeFile(lockFile, { text: await makeLock(lockOptions(await load(), { flags, io })) });
    },
    async isTrusted() {
      return (await judgeConfig({ cwd, file: given.config, env: io.env, trust: trustOptions(flags, io) })).trusted;
    },
  };
}

/** The dependencies of the project into which npm installs from this folder. */
export function dependenciesOf(folder: string): Readonly<Record<string, string>> {
  for (let dir = folder; ; dir = dirname(dir)) {
    const file = join(dir, 'package.json');
    if (existsSync(file))
      return (JSON.parse(readFileSync(file, 'utf8')) as { dependencies?: Record<string, string> }).dependencies ?? {};
    if (dir === dirname(dir)) return {};
  }
}
