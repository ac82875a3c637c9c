import { relative } from 'node:path';
import { MOUNT_NAME } from '@loadout/config';
import type { CommandHost, ConfigEntry } from '@loadout/core/commands';
import { errors } from '../errors.js';
import { wantPlugin } from '../want/want-plugin.js';
import { claudeEntries } from './claude-entries.js';
import { factsText } from './facts-text.js';

interface Adding {
  readonly flags: {
    readonly config: string | undefined;
    readonly cwd: string | undefined;
    readonly as: string | undefined;
    readonly option: readonly string[];
  };
  readonly host: CommandHost;
}

/** Fetches a plugin of Claude Code, shows what it lets act, and mounts it. Nothing of it acts before trust. */
export async function addPlugin(wanted: string, { flags, host }: Adding): Promise<0> {
  const config = await host.edit({ ...flags });
  const { sections, mounts } = await claudeEntries(config);
  const mount = flags.as ?? mountOf(wanted);
  if (!MOUNT_NAME.fits(mount)) throw errors.PLUGIN_MOUNT_NAME({ mount, rule: MOUNT_NAME.rule });
  const there = Object.hasOwn(mounts, mount) ? mounts[mount] : undefined;
  if (there !== undefined && there.claude !== wanted) throw errors.PLUGIN_MOUNT_TAKEN({ mount, use: there.claude });
  const options = there?.options ?? valuesOf(flags.option);
  const base = { configFile: config.file, ...sections, env: host.env };
  const found = await wantPlugin(wanted, { ...base, mount, sha: there?.sha, ...(options && { options }) });
  // The others have to be here too, or the configuration does not load.
  for (const [name, one] of Object.entries(mounts))
    if (name !== mount) await wantPlugin(one.claude, { ...base, mount: name, sha: one.sha, options: one.options });
  host.out(factsText(found, mount));
  const packages = await config.mounts();
  if (there === undefined && Object.hasOwn(packages, mount))
    throw errors.PLUGIN_MOUNT_TAKEN({ mount, use: packages[mount] ?? '' });
  const { marketplace, entry } = found;
  const entries: ConfigEntry[] = [];
  if (marketplace !== undefined && !Object.hasOwn(sections.marketplaces, marketplace.name))
    entries.push({ section: 'marketplaces', key: marketplace.name, value: marketplace.value });
  if (there === undefined) entries.push({ section: 'plugins', key: mount, value: entry });
  await config.write(await config.withEntries(...entries));
  host.out(`Mounted as ${mount} in ${relative(host.cwd, config.file)} and updated the lock.\n`);
  if (!(await config.isTrusted())) host.out(`Nothing of it acts until you run: ${host.called} trust\n`);
  return 0;
}

/** `code-review@official` is code-review, `./vendor/x` is x. */
const mountOf = (wanted: string): string =>
  (wanted.startsWith('.') ? (wanted.replace(/\/+$/, '').split('/').at(-1) ?? '') : wanted.replace(/@.*$/, ''))
    .replace(/[^A-Za-z0-9-]+/g, '-')
    .slice(0, 32);

/** The options of the command line. A switch is a value of its kind, and so is a number that is written as numbers are: 007 and 1.10 are texts. */
function valuesOf(texts: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  if (texts.length === 0) return undefined;
  const pairs = texts.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)] as const);
  return Object.fromEntries(pairs.map(([key, value]) => [key, typed(value)]));
}

function typed(text: string): unknown {
  const value: unknown = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(text) ? JSON.parse(text) : text;
  return String(value) === text ? value : text;
}
