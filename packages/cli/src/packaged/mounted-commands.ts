import { join } from 'node:path';
import { workingFolder } from '@loadout/command';
import { chosenKeys, errors as configErrors, folderOf, judgeConfig, pluginCommands, type TrustVerdict } from '@loadout/config';
import { isLoadoutError } from '@loadout/core';
import { type CommandDefinition, configFlags } from '@loadout/core/commands';
import { findDefinition } from '../arguments/definition.js';
import type { Io } from '../io.js';
import { type ConfigFlags, loadPlan, placeFlags } from '../load/load-plan.js';
import { trustOptions } from '../load/settle-trust.js';
import { tellFailure } from '../render/tell-failure.js';
import { isOwnWord, type PackagedCommand } from './own-commands.js';

/**
 * The commands of the plugins that the configuration of this folder mounts, if they are trusted. Runs nothing. Contract: never
 * rejects, because a help page and a completion show no problem of a configuration.
 */
export async function listMounted(io: Pick<Io, 'cwd' | 'env'>): Promise<readonly CommandDefinition[]> {
  try {
    const { mounted, verdict } = await mountedIn({ param: [] }, io);
    return verdict?.trusted === true ? mounted : [];
  } catch {
    return [];
  }
}

/**
 * Finds the command of a mounted plugin: `loadout crm sync` is the command `sync` of the plugin that is mounted as `crm`. Asks a
 * person whether to trust it. `undefined` for a configuration that cannot be read, too. Throws TRUST_NEEDED, LOCK_*, CONFIG_*.
 */
export async function findMounted(argv: readonly string[], io: Io): Promise<PackagedCommand | undefined> {
  const flags = placeFlags(argv);
  const { mounted, verdict } = await mountedIn(flags, io).catch((error: unknown) => unreadable(error, io));
  const found = findDefinition(argv, mounted);
  if (found === undefined || verdict === undefined) return undefined;
  const [mount = ''] = argv;
  const { plan, trust } = await loadPlan(flags, { io, wish: { keepParams: true, asksTrust: true, tellsTrust: true } });
  const plugin = plan.plugins.find((one) => one.mount === mount);
  if (plugin === undefined) {
    if (trust?.trusted !== false) return undefined;
    const what = `loadout ${found.definition.name} is a command of plugins.${mount}, which is disabled until then`;
    throw configErrors.TRUST_NEEDED({ config: verdict.config, hash: verdict.hash, what });
  }
  // The files that the plan loads: those that were shown to a person, and that the lock has.
  const commands = pluginCommands(plugin.use, plan.configDir);
  const command = commands.find(({ row }) => `${mount} ${row.name}` === found.definition.name);
  return command && { definition: asMounted(mount, command.row), use: plugin.use, file: command.file, mount };
}

/** Tells of a configuration that cannot be read. The word may be a command of its plugins or a typing error, so the caller goes on. */
async function unreadable(error: unknown, io: Io): Promise<Mounted> {
  if (!isLoadoutError(error) || !error.code.startsWith('CONFIG_')) throw error;
  await tellFailure(error, io);
  return { mounted: [] };
}

interface Mounted {
  readonly mounted: readonly CommandDefinition[];
  readonly verdict?: TrustVerdict;
}

async function mountedIn(flags: ConfigFlags, io: Pick<Io, 'cwd' | 'env'>): Promise<Mounted> {
  const verdict = await verdictOf(flags, io);
  if (verdict === undefined) return { mounted: [] };
  const configDir = folderOf(join(verdict.root, verdict.config));
  const mounted = verdict.parts.flatMap(({ keys, value }) => {
    const [section, mount, ...deeper] = chosenKeys(keys, flags.profile);
    const use = typeof value === 'string' ? value : (value as { readonly use?: unknown } | null)?.use;
    if (section !== 'plugins' || deeper.length > 0 || typeof use !== 'string') return [];
    if (typeof mount !== 'string' || !MOUNT.test(mount) || isOwnWord(mount)) return [];
    return pluginCommands(use, configDir).map(({ row }) => asMounted(mount, row));
  });
  return { mounted, verdict };
}

/** A mount name that can be typed, and that does not steer a terminal. */
const MOUNT = /^[A-Za-z][\w-]*$/;

async function verdictOf(flags: ConfigFlags, io: Pick<Io, 'cwd' | 'env'>): Promise<TrustVerdict | undefined> {
  const cwd = workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd });
  try {
    return await judgeConfig({ cwd, file: flags.config, env: io.env, trust: trustOptions(flags, io) });
  } catch (error) {
    if (isLoadoutError(error) && error.code === 'CONFIG_NOT_FOUND') return undefined;
    throw error;
  }
}

/** A command of a plugin has the flags that choose the configuration, which mounts the plugin. */
function asMounted(mount: string, row: CommandDefinition): CommandDefinition {
  const flags = row.flags.filter(({ name }) => !configFlags.some((one) => one.name === name));
  return { ...row, name: `${mount} ${row.name}`, flags: [...configFlags, ...flags] };
}
