import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Diagnostic } from '@loadout/config';
import { child, isFolder, isList, isMap, isText, type MapNode, type Node, Report, startOf } from '@loadout/config/documents';
import { isWithin } from '@loadout/node';
import { type CompatContext, compatContext } from '../foreign/compat-context.js';
import { readForeign } from '../foreign/read-foreign.js';
import { lose } from '../foreign/tell-foreign.js';
import { pluginSource } from '../store/plugin-source.js';
import { marketplaceFile } from '../store/read-marketplace.js';
import { type CheckedPlugin, checkPlugin, reserved, say, tellJson } from './check-plugin.js';
import { problemsOf } from './manifest-form.js';
import { MARKETPLACE } from './plugin-schemas.js';
import { isMarketplaceOfMaker, isReservedMarketplace, isReservedName } from './reserved-name.js';

export interface CheckedMarketplace {
  readonly name: string;
  /** The problems of its list. */
  readonly problems: readonly Diagnostic[];
  /** The plugins that are folders of it. */
  readonly plugins: readonly (CheckedPlugin & { readonly folder: string })[];
}

/** Checks the list of a marketplace, and each plugin in its folder. Fetches nothing. Returns nothing for a folder without a list. */
export async function checkMarketplace(folder: string): Promise<CheckedMarketplace | undefined> {
  const file = marketplaceFile(folder);
  if (file === undefined) return undefined;
  const report = new Report();
  const place = startOf(file);
  const root = realpathSync.native(folder);
  const context = { ...compatContext(place, { file: join(folder, 'x'), report, known: [] }), isChecked: true, folder, root };
  tellJson(file, context);
  const document = report.failed ? undefined : await readForeign(file, { ...context, verbatim: false });
  const plugins: (CheckedPlugin & { readonly folder: string })[] = [];
  if (document !== undefined) {
    // The list of Codex has no owner, and keeps no names for anybody.
    const isOfCodex = !file.includes('.claude-plugin');
    const schema = isOfCodex ? { ...MARKETPLACE, required: ['name', 'plugins'] } : MARKETPLACE;
    for (const one of await problemsOf(document, schema)) say(report, one);
    const isOfMaker = isOfCodex || isMarketplaceOfMaker(textOf(child(document, 'name')) ?? '');
    if (!isOfMaker) tellReserved(document, report);
    for (const entry of entriesOf(document, report)) {
      if (!isOfMaker && isReservedName(entry.name)) entry.tell('name', reserved(entry.name));
      const own = ownFolder(entry, context);
      if (own === undefined) continue;
      const checked = await checkPlugin(own, { entry: isManifest(entry.node) ? entry.node : undefined, isOfMaker });
      if (checked !== undefined) plugins.push({ ...checked, folder: own });
      else entry.tell('source', 'names a folder without a plugin');
    }
  }
  return { name: textOf(child(document, 'name')) ?? 'marketplace', problems: [...report.errors, ...report.warnings], plugins };
}

function tellReserved(document: MapNode, report: Report): void {
  const name = child(document, 'name');
  if (isText(name) && isReservedMarketplace(name.value))
    say(report, { path: ['name'], key: 'name', place: name.place, problem: reserved(name.value) });
}

interface Listed {
  readonly name: string;
  readonly node: MapNode;
  readonly pluginRoot: string | undefined;
  /** Tells what Claude Code refuses in a key of the entry. */
  tell(key: 'name' | 'source', problem: string): void;
}

/** The entries that have a name, each name once. */
function entriesOf(document: MapNode, report: Report): readonly Listed[] {
  const list = child(document, 'plugins');
  const pluginRoot = textOf(child(child(document, 'metadata'), 'pluginRoot'));
  const found = new Map<string, Listed>();
  for (const [index, node] of isList(list) ? list.items.entries() : []) {
    const name = textOf(child(node, 'name'));
    if (!isMap(node) || name === undefined) continue;
    const tell: Listed['tell'] = (key, problem) =>
      say(report, {
        path: ['plugins', index, key],
        key: `plugins[${index}].${key}`,
        place: child(node, key)?.place ?? node.place,
        problem,
      });
    if (found.has(name)) tell('name', `is ${JSON.stringify(name)}, as in an entry above it`);
    else found.set(name, { name, node, pluginRoot, tell });
  }
  return [...found.values()];
}

/** The kinds of sources that Claude Code takes, with the keys that each needs. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  github: ['repo'],
  url: ['url'],
  'git-subdir': ['url', 'path'],
  npm: ['package'],
  archive: ['url'],
  command: ['command'],
  local: ['path'],
};

/** Tells what is wrong with a source that is no path. Returns whether something is. */
function tellSource({ node, tell }: Listed): boolean {
  const source = child(node, 'source');
  if (!isMap(source)) return false;
  const kind = textOf(child(source, 'source')) ?? '';
  const missing = KINDS[kind]?.filter((key) => (textOf(child(source, key)) ?? '') === '');
  if (missing === undefined)
    tell('source', `is of the kind ${JSON.stringify(kind)}, and not of ${Object.keys(KINDS).join(', ')}`);
  else if (missing.length > 0) tell('source', `of the kind ${kind} lacks ${missing.join(' and ')}`);
  return missing === undefined || missing.length > 0;
}

/** The kinds that Claude Code takes, and that are left out here: a program, and a package without an exact version. */
const NOT_FETCHED = new Set(['command', 'npm']);

/** The folder of a plugin that the marketplace holds itself. */
function ownFolder(listed: Listed, context: CompatContext): string | undefined {
  const { node, pluginRoot, tell } = listed;
  if (tellSource(listed)) return undefined;
  const source = pluginSource(node, pluginRoot);
  const place = child(node, 'source')?.place ?? node.place;
  if (source.kind === 'other' && NOT_FETCHED.has(source.name))
    lose({ path: ['plugins'], key: 'source', place, problem: `a source ${source.name} is not fetched here` }, context);
  if (source.kind !== 'path') return undefined;
  const path = resolve(context.folder, source.path);
  const shown = JSON.stringify(source.path);
  if (!/^\.(?:\/|$)/.test(source.path)) tell('source', `is ${shown}, which does not begin with ./`);
  else if (!isWithin(path, context.folder)) tell('source', `is ${shown}, which leads out of the marketplace`);
  else if (!existsSync(path) || !isFolder(path)) tell('source', `is ${shown}, where no folder is`);
  else if (!isWithin(realpathSync.native(path), context.root)) tell('source', `is ${shown}, a link out of the marketplace`);
  else return path;
  return undefined;
}

/** Whether the entry stands in place of a manifest, so that its folder needs none. */
function isManifest(entry: MapNode): boolean {
  const strict = child(entry, 'strict');
  return strict?.kind === 'scalar' && strict.value === false;
}

const textOf = (node: Node | undefined): string | undefined => (isText(node) ? node.value : undefined);
