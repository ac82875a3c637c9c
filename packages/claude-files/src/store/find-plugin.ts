import { realpathSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { child, isFile, isFolder, isMap, isText, type MapNode, type MountInput, Report } from '@loadout/config/documents';
import { nearest } from '@loadout/core';
import { isWithin } from '@loadout/node';
import type { CompatContext } from '../foreign/compat-context.js';
import type { WantedArchive } from './fetch-archive.js';
import { commitFolder, isCommit, isPin } from './places.js';
import { githubUrl, type PluginSource } from './plugin-source.js';
import { type Offer, readMarketplace } from './read-marketplace.js';

/** A plugin in its folder, or what keeps it from being there. */
export type FoundPlugin =
  | { readonly folder: string; readonly entry?: MapNode | undefined; readonly sha?: string | undefined }
  | { readonly problem: string; readonly fix: string; readonly missing?: Missing | undefined };

/** A commit or an archive that is not on this machine. */
export interface Missing {
  readonly url: string;
  readonly sha?: string | undefined;
  readonly ref?: string | undefined;
  readonly archive?: WantedArchive | undefined;
}

/** The context of the file with the mount. */
export type MountContext = CompatContext & MountInput;

/** Finds the folder of a mounted plugin. Reads files of this machine alone. */
export async function findPlugin(written: string, sha: string | undefined, where: MountContext): Promise<FoundPlugin> {
  if (/^\.{1,2}\//.test(written)) return pluginIn(localFolder(written, where), written, where);
  const [, name, market] = /^([\w.-]+)@([\w.-]+)$/.exec(written) ?? [];
  if (name === undefined || market === undefined)
    return {
      problem: `${JSON.stringify(written)} is neither a folder nor a plugin of a marketplace`,
      fix: 'Write ./folder or name@marketplace.',
    };
  const place = marketplaceFolder(market, written, where);
  if ('problem' in place) return place;
  const offers = await readMarketplace(place.folder, where);
  if (offers === undefined)
    return { problem: `${place.folder} has no list of plugins`, fix: 'A marketplace has .claude-plugin/marketplace.json.' };
  const offer = offers.get(name);
  if (offer !== undefined) return offeredPlugin(offer, { written, market: place, sha }, where);
  const near = nearest(name, [...offers.keys()]);
  const fix = near === undefined ? listed([...offers.keys()]) : `Did you mean ${near}?`;
  return { problem: `the marketplace ${market} has no plugin ${JSON.stringify(name)}`, fix };
}

type Market = { readonly folder: string; readonly sha?: string | undefined };

/** The folder of a marketplace of the configuration. */
function marketplaceFolder(
  name: string,
  written: string,
  where: MountContext,
): Market | Extract<FoundPlugin, { problem: string }> {
  const node = child(where.marketplaces, name);
  if (isText(node)) {
    const found = localFolder(node.value, where);
    return 'problem' in found ? found : { folder: found.folder };
  }
  const [github, url, sha] = ['github', 'url', 'sha'].map((key) => child(node, key));
  const address = isText(github) ? githubUrl(github.value) : isText(url) ? url.value : undefined;
  if (!isMap(node) || address === undefined || !isText(sha)) {
    const known = isMap(where.marketplaces) ? [...where.marketplaces.entries.keys()] : [];
    const fix =
      known.length === 0
        ? `Add it: marketplaces: { ${name}: { github: owner/name, sha: … } }`
        : `There are: ${known.join(', ')}.`;
    return { problem: `there is no marketplace ${JSON.stringify(name)}`, fix };
  }
  const folder = commitFolder(sha.value, where.env);
  return isCommit(sha.value) && isFolder(folder)
    ? { folder, sha: sha.value }
    : absent(`the marketplace ${name}`, { url: address, sha: sha.value }, written);
}

const absent = (what: string, missing: Missing, word: string): Extract<FoundPlugin, { problem: string }> => ({
  problem: `${what} is not on this machine`,
  fix: `Fetch it: loadout add ${word}`,
  missing,
});

/** A folder of the repository. A configuration cannot refer to folders outside of its own. */
function localFolder(written: string, { folder, root }: MountContext): FoundPlugin {
  const path = resolve(folder, written);
  if (!isFolder(path)) return { problem: `there is no folder ${path}`, fix: 'Paths start at the folder of this file.' };
  if (isWithin(realpathSync.native(path), root)) return { folder: path };
  return {
    problem: `${path} leads out of the repository`,
    fix: 'Copy the plugin into the repository, or add it from a marketplace.',
  };
}

/** The files of a plugin. A folder with a list of plugins and none of it is only a marketplace. */
const PARTS = ['.claude-plugin/plugin.json', '.codex-plugin/plugin.json', '.mcp.json', '.lsp.json', 'SKILL.md'];
const FOLDERS = ['skills', 'commands', 'agents', 'hooks'];

async function pluginIn(found: FoundPlugin, written: string, where: MountContext): Promise<FoundPlugin> {
  if ('problem' in found) return found;
  const at = (name: string) => join(found.folder, name);
  if (PARTS.some((name) => isFile(at(name))) || FOLDERS.some((name) => isFolder(at(name)))) return found;
  const offers = await readMarketplace(found.folder, { ...where, report: new Report() });
  if (offers === undefined) return found;
  const name = basename(resolve(found.folder)).replace(/[^\w.-]+/g, '-');
  const fix = `${listed([...offers.keys()])} Add it: marketplaces: { ${name}: ${written} }, and then: loadout add NAME@${name}`;
  return { problem: `${written} is a marketplace, not a plugin`, fix };
}

const MOST_NAMED = 10;

/** Names the first plugins of a marketplace. */
function listed(names: readonly string[]): string {
  if (names.length === 0) return 'It has no plugins.';
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return `It has ${names.slice(0, MOST_NAMED).join(', ')}${more}.`;
}

interface Offered {
  readonly written: string;
  readonly market: Market;
  readonly sha: string | undefined;
}

function offeredPlugin({ entry, source, name }: Offer, { written, market, sha }: Offered, { env }: MountContext): FoundPlugin {
  if (source.kind === 'other')
    return {
      problem: `${name} comes from a source of the kind ${JSON.stringify(source.name)}, which is not fetched`,
      fix: `${source.name === 'npm' ? 'Its entry has to name an exact version. ' : ''}Copy it into the repository and mount the folder.`,
    };
  if (source.kind === 'path') return inFolder(market.folder, { path: source.path, entry, sha: market.sha });
  const pin = sha ?? ('sha' in source ? source.sha : undefined);
  if (pin === undefined || !isPin(pin) || !isFolder(commitFolder(pin, env)))
    return absent(written, missingOf(source, pin), written);
  return inFolder(commitFolder(pin, env), { path: 'path' in source ? (source.path ?? '.') : '.', entry, sha: pin });
}

function missingOf(source: Exclude<PluginSource, { kind: 'path' | 'other' }>, sha: string | undefined): Missing {
  if (source.kind === 'git') return { url: source.url, sha, ref: source.ref };
  return { url: source.kind === 'npm' ? source.use : source.url, sha, archive: source };
}

function inFolder(base: string, { path, entry, sha }: { path: string; entry: MapNode; sha: string | undefined }): FoundPlugin {
  const folder = resolve(join(base, path));
  if (!isWithin(folder, base) || !isFolder(folder) || !isWithin(realpathSync.native(folder), realpathSync.native(base)))
    return { problem: `there is no folder ${JSON.stringify(path)} in ${base}`, fix: 'The entry of the marketplace is wrong.' };
  return { folder, entry, sha };
}
