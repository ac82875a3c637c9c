import { existsSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findConfig, folderOf } from '@loadout/config';
import { child, flatten, projectRoot, Report, readDocument, startOf } from '@loadout/config/documents';
import { isObject, messageOf } from '@loadout/core';
import { isWithin } from '@loadout/node';
import { compatContext } from '../foreign/compat-context.js';
import { commitFolder, type Env, isPin } from '../store/places.js';
import { pluginFiles } from '../store/plugin-files.js';
import { type Offer, readMarketplace } from '../store/read-marketplace.js';
import { wantPlugin } from '../want/want-plugin.js';
import { type Answer, type Found, fits, MOST_FOUND, textOf } from './found.js';

interface Place {
  readonly cwd: string;
  readonly env: Env;
}

interface Configuration {
  readonly file: string;
  readonly marketplaces: Readonly<Record<string, unknown>>;
}

/**
 * Searches the marketplaces of the configuration whose lists are on this machine. No address is asked, since whoever wrote the folder
 * chose it.
 */
export async function searchMarketplaces(words: readonly string[], place: Place): Promise<readonly Answer[]> {
  const file = findConfig(place);
  // A configuration that is code would run.
  if (file === undefined || !/\.(?:ya?ml|jsonc?)$/.test(file)) return [];
  const document = await readDocument(file, { report: new Report(), place: startOf(file) });
  const found = dataOf(child(document, 'marketplaces'));
  const marketplaces = isObject(found) ? found : {};
  const config = { file, marketplaces };
  return Promise.all(Object.keys(marketplaces).map((name) => searchOne(name, { words, config, place })));
}

interface Search {
  readonly words: readonly string[];
  readonly config: Configuration;
  readonly place: Place;
}

async function searchOne(name: string, { words, config, place }: Search): Promise<Answer> {
  const source = `the marketplace ${name}`;
  const folder = marketFolder(config.marketplaces[name], { config, place });
  if (folder === undefined) {
    const problem = `its list is not on this machine; loadout add <plugin>@${name} fetches it`;
    return { source, found: [], problem };
  }
  try {
    const context = compatContext(startOf(config.file), { file: config.file, report: new Report(), known: [] });
    const offers = [...((await readMarketplace(folder, context)) ?? [])].map(([, offer]) => offer);
    const fitting = offers.filter(({ entry, name: plugin }) => {
      const [about, category, tags, keywords] = ['description', 'category', 'tags', 'keywords'].map((key) =>
        dataOf(child(entry, key)),
      );
      return /^[\w.-]+$/.test(plugin) && fits(words, plugin, about, category, tags, keywords);
    });
    const found = fitting.slice(0, MOST_FOUND).map((offer) => foundIn(offer, { market: name, config, place }));
    return { source, found: await Promise.all(found) };
  } catch (error) {
    return { source, found: [], problem: messageOf(error) };
  }
}

const dataOf = (node: Parameters<typeof flatten>[0] | undefined): unknown =>
  node === undefined ? undefined : flatten(node).data;

function marketFolder(entry: unknown, { config, place }: Omit<Search, 'words'>): string | undefined {
  const sha = isObject(entry) ? entry.sha : undefined;
  const folder = typeof entry === 'string' ? resolve(folderOf(config.file), entry) : undefined;
  const commit = typeof sha === 'string' && isPin(sha) ? commitFolder(sha, place.env) : undefined;
  const found = [folder, commit].find((one) => one !== undefined && existsSync(one));
  // A list of plugins outside of the repository is none of the repository's.
  return found === folder && found !== undefined && !isWithin(realpathSync.native(found), projectRoot(config.file))
    ? undefined
    : found;
}

interface Market extends Omit<Search, 'words'> {
  readonly market: string;
}

async function foundIn({ name, entry, source }: Offer, { market, config, place }: Market): Promise<Found> {
  const written = `${name}@${market}`;
  // A plugin beside its list has its files here already. Any other is fetched by `loadout add`, which shows what acts.
  const facts =
    source.kind !== 'path'
      ? undefined
      : await wantPlugin(written, { configFile: config.file, mount: name, marketplaces: config.marketplaces, env: place.env })
          .then((wanted) => wanted.facts)
          .catch(() => undefined);
  const folder = source.kind === 'path' ? marketFolder(config.marketplaces[market], { config, place }) : undefined;
  return {
    kind: 'claude plugin',
    name: written,
    version: facts?.version ?? textOf(dataOf(child(entry, 'version'))),
    description: textOf(dataOf(child(entry, 'description'))),
    acts: facts?.acts,
    size: folder === undefined || facts === undefined || source.kind !== 'path' ? undefined : sizeOf(join(folder, source.path)),
    add: `loadout add ${written}`,
  };
}

const sizeOf = (folder: string): number => pluginFiles(folder).reduce((sum, file) => sum + statSync(file).size, 0);
