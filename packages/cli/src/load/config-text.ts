import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keepFiles, ownName, workingFolder } from '@loadout/command';
import { type ConfigError, errors as configErrors, findConfig, folderOf, judgeConfig, LOCK_NAME } from '@loadout/config';
import { isLoadoutError, messageOf } from '@loadout/core';
import type { ConfigText } from '@loadout/core/commands';
import { differsFromLock, isLocked, makeLock } from '@loadout/lock';
import { regularFile } from '@loadout/node';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { type ConfigFlags, loadWhole } from './load-plan.js';
import { lockOptions, trustOptions } from './settle-trust.js';
import { changeText } from './whole-file.js';

/** Opens the configuration that the flags choose, for a command that changes it. Throws CONFIG_NOT_FOUND, ADD_NOT_YAML. */
export async function openConfigText(flags: ConfigFlags, io: Io): Promise<ConfigText> {
  const cwd = workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd });
  const file = findConfig({ cwd, file: flags.config, env: io.env });
  if (file === undefined || !existsSync(file)) throw configErrors.CONFIG_NOT_FOUND(file === undefined ? { cwd } : { file });
  if (!/\.ya?ml$/.test(file)) throw errors.ADD_NOT_YAML({ file });
  const text = textOf(file);
  const lockFile = join(folderOf(file), LOCK_NAME);
  const wish = { keepParams: true, loadsNothing: true } as const;
  let first: ReturnType<typeof loadWhole> | undefined;
  const before = () => (first ??= loadWhole(flags, { io, wish }));
  // The command says itself what its change leaves untrusted.
  const after = () => loadWhole(flags, { io, wish: { ...wish, tellsTrust: true } });
  const change = (changed: string, then: () => Promise<void>) => writtenFor({ file, lockFile, changed }, then);
  return {
    file,
    text,
    isLocked: existsSync(lockFile),
    entries: async (section) => (await editing()).entriesIn(text, section),
    withEntries: async (...entries) => entries.reduce((await editing()).addEntry, text),
    withoutEntry: async (entry) => (await editing()).removeEntry(text, entry),
    async mounts() {
      const named = (await before()).mounts.filter(({ path }) => path.startsWith('plugins.'));
      return Object.fromEntries(named.map(({ path, use }) => [path.slice('plugins.'.length), use]));
    },
    async write(changed) {
      const options = lockOptions(await before(), { flags, io });
      const isDrifted = (await isLocked(options)) && (await differsFromLock(options)).length > 0;
      await change(changed, async () => {
        const loaded = await after();
        if (isDrifted)
          io.tell(`${LOCK_NAME} is left as it is: more than this changed. Look with: ${ownName(io.env)} lock verify\n`);
        else changeText(lockFile, await makeLock(lockOptions(loaded, { flags, io })));
      });
    },
    writeUnlocked: (changed) =>
      change(changed, async () => {
        await after().catch((error: unknown) => {
          if (!waitsForLock(error)) throw error;
        });
      }),
    async isTrusted() {
      return (await judgeConfig({ cwd, file: flags.config, env: io.env, trust: trustOptions(flags, io) })).trusted;
    },
  };
}

/** Loads the code that changes the text of a configuration. Most starts change none. */
const editing = () => import('@loadout/setup');

function textOf(file: string): string {
  try {
    return regularFile(file).toString();
  } catch (cause) {
    throw configErrors.CONFIG_UNREADABLE({ file, problem: messageOf(cause) }, { cause });
  }
}

interface Change {
  readonly file: string;
  readonly lockFile: string;
  readonly changed: string;
}

/** Writes the text of a configuration, and takes it back if what follows fails. */
async function writtenFor({ file, lockFile, changed }: Change, then: () => Promise<void>): Promise<void> {
  const takeBack = keepFiles([file, lockFile]);
  try {
    changeText(file, changed);
    await then();
  } catch (error) {
    takeBack();
    throw error;
  }
}

/** Whether a configuration is wrong in nothing but a server that `loadout lock` has yet to look up: no command could add one otherwise. */
const waitsForLock = (error: unknown): boolean =>
  isLoadoutError(error) &&
  'problems' in error &&
  (error as ConfigError).problems.every(({ code }) => code === 'LOCK_SERVER_MISSING');
