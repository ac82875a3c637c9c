import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeHome } from '@loadout/command';
import { fromValue, isMap, type MapNode, mapOf, Report, startOf } from '@loadout/config/documents';
import { isObject, messageOf } from '@loadout/core';
import { defined, homeOf } from '@loadout/node';
import { errors } from '../errors.js';
import { mountContext, readOrRefuse } from '../plugin/read-mount.js';
import { fetchArchive } from '../store/fetch-archive.js';
import { fetchCommit } from '../store/fetch-commit.js';
import { findPlugin, type MountContext } from '../store/find-plugin.js';
import type { Env } from '../store/places.js';
import { githubUrl, gitUrl } from '../store/plugin-source.js';
import { type PluginFacts, pluginFacts } from './plugin-facts.js';

/** An entry of `marketplaces` of a configuration. */
export type MarketplaceEntry = string | Readonly<Record<string, string>>;

export interface WantOptions {
  readonly configFile: string;
  readonly mount: string;
  /** The commit that the mount holds. */
  readonly sha?: string | undefined;
  /** The entries of the configuration as they are written. */
  readonly marketplaces: Readonly<Record<string, unknown>>;
  readonly plugins?: Readonly<Record<string, unknown>> | undefined;
  readonly models?: Readonly<Record<string, unknown>> | undefined;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** Whether a marketplace and a plugin without a commit of its own move to their newest commits. */
  readonly updates?: boolean | undefined;
  /** Whether an update asks, for the sentence of an error. */
  readonly isUpdate?: boolean | undefined;
  readonly env: Env;
}

/** A plugin whose files are on this machine, and the entries that mount it. */
export interface WantedPlugin {
  readonly facts: PluginFacts;
  /** Sentences about parts that do nothing here. */
  readonly lost: readonly string[];
  readonly entry: Readonly<Record<string, unknown>>;
  /** The marketplace with its commit. Absent for a folder. */
  readonly marketplace?: { readonly name: string; readonly value: MarketplaceEntry } | undefined;
}

/** Fetches a plugin and says what it brings. Writes into the state folder alone. Throws PLUGIN_*. */
export async function wantPlugin(written: string, options: WantOptions): Promise<WantedPlugin> {
  const { env, configFile, mount, updates } = options;
  const [, name] = /@([\w.-]+)$/.exec(written) ?? [];
  const marketplace = name === undefined || /^\.{1,2}\//.test(written) ? undefined : { name, value: await market(name, options) };
  const report = new Report();
  const known = [nodeOf({ plugins: options.plugins ?? {}, models: options.models ?? {} }, configFile, new Report())];
  const input = {
    mount,
    place: startOf(configFile),
    report,
    marketplaces: marketNode(marketplace, configFile),
    known,
    home: homeOf(env),
    env,
  };
  const sha = await fetched(written, updates === true ? undefined : options.sha, {
    ...mountContext(input),
    allowsLocal: isLocal(marketplace?.value),
  });
  const entry = { claude: written, ...defined({ sha }), ...(options.options && { options: options.options }) };
  const node = nodeOf(entry, configFile, report);
  const plugin = await readOrRefuse(node, input);
  const [wrong] = report.errors;
  if (plugin === undefined || 'problem' in plugin || wrong !== undefined) {
    const { problem, fix } = plugin !== undefined && 'problem' in plugin ? plugin : { problem: wrong?.message, fix: wrong?.fix };
    throw errors.PLUGIN_UNKNOWN({
      ...{ written, isUpdate: options.isUpdate },
      problem: problem?.replace(/\.$/, '') ?? 'it cannot be read',
      fix: fix ?? '',
    });
  }
  return { facts: pluginFacts(plugin), lost: [...new Set(report.warnings.map((one) => one.message))], entry, marketplace };
}

const isLocal = (value: MarketplaceEntry | undefined): boolean =>
  typeof value === 'string' || value?.url?.startsWith('file:///') === true;

/** The marketplace at a commit whose files are here. */
async function market(name: string, { marketplaces, updates, isUpdate, env }: WantOptions): Promise<MarketplaceEntry> {
  const written = marketplaces[name] ?? knownToClaude(name, env);
  if (typeof written === 'string') return written;
  const { github, url, sha, ref, clone } = (written ?? {}) as Readonly<Record<string, string | undefined>>;
  const address = clone ?? (github === undefined ? url : githubUrl(github));
  if (address === undefined) throw errors.PLUGIN_UNKNOWN({ ...noMarket(name, marketplaces), isUpdate });
  const kept = updates === true ? undefined : sha;
  const commit = await fetchCommit({ url: address, sha: kept, ref }, { env, allowsLocal: true });
  return { ...(github === undefined ? { url: url ?? address } : { github }), sha: commit };
}

const noMarket = (name: string, known: Readonly<Record<string, unknown>>) => ({
  written: name,
  problem: `there is no marketplace ${JSON.stringify(name)} in the configuration, and Claude Code knows none of this name`,
  fix:
    Object.keys(known).length === 0
      ? `Add it: marketplaces: { ${name}: { github: owner/name, sha: … } }`
      : `The configuration has: ${Object.keys(known).join(', ')}.`,
});

/** A marketplace that the person added to Claude Code, which has a clone of it. Throws PLUGIN_UNKNOWN. */
function knownToClaude(name: string, env: Env): Readonly<Record<string, unknown>> | undefined {
  const file = join(claudeHome(env), 'plugins/known_marketplaces.json');
  if (!existsSync(file)) return undefined;
  const market = knownIn(file, name);
  const { repo, url, ref } = isObject(market?.source) ? market.source : {};
  const at = market?.installLocation;
  const clone = typeof at === 'string' && existsSync(join(at, '.git')) ? { clone: `file://${at}` } : {};
  if (typeof repo === 'string') return { github: repo, ref, ...clone };
  return typeof url === 'string' ? { url: gitUrl(url), ref, ...clone } : undefined;
}

function knownIn(file: string, name: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const known: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const market = isObject(known) && Object.hasOwn(known, name) ? known[name] : undefined;
    return isObject(market) ? market : undefined;
  } catch (cause) {
    const problem = `${file} of Claude Code cannot be read: ${messageOf(cause).replace(/\.$/, '')}`;
    const fix = 'Repair the file, or name the marketplace under marketplaces.';
    throw errors.PLUGIN_UNKNOWN({ written: name, problem, fix }, { cause });
  }
}

type Input = MountContext & { readonly allowsLocal: boolean };

/** Fetches the files of a plugin. Returns their commit or hash where no file names it. */
async function fetched(written: string, kept: string | undefined, { allowsLocal, ...input }: Input): Promise<string | undefined> {
  const found = await findPlugin(written, kept, input);
  if (!('problem' in found) || found.missing === undefined) return kept;
  const { archive, ...wanted } = found.missing;
  const context = { env: input.env, allowsLocal };
  const sha =
    archive === undefined ? await fetchCommit(wanted, context) : await fetchArchive(archive, { ...context, sha256: wanted.sha });
  return wanted.sha === undefined ? sha : kept;
}

function nodeOf(value: unknown, file: string, report: Report): MapNode {
  const node = fromValue(value, { place: startOf(file), report });
  return isMap(node) ? node : mapOf(startOf(file), {});
}

const marketNode = (market: WantedPlugin['marketplace'], file: string): MapNode =>
  nodeOf(market === undefined ? {} : { [market.name]: market.value }, file, new Report());
