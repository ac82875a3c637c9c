import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { type Diagnostic, errors } from '@loadout/config';
import { child, isFile, isList, isMap, isText, type MapNode, type Node, Report, startOf } from '@loadout/config/documents';
import { messageOf, nearest } from '@loadout/core';
import { fitShape } from '../fields/check-shape.js';
import { type CompatContext, compatContext } from '../foreign/compat-context.js';
import { readForeign } from '../foreign/read-foreign.js';
import { isSkillName } from '../skills/skill-name.js';
import { linksOut, noFiles } from '../store/plugin-files.js';
import { type FormProblem, formProblems, KEYS, problemsOf, unknownEntries } from './manifest-form.js';
import { HOOKS, SERVERS } from './plugin-schemas.js';
import { readBundles, withBundleOptions } from './read-bundles.js';
import { type Manifest, readManifest } from './read-manifest.js';
import { readPlugin } from './read-plugin.js';
import { isReservedName } from './reserved-name.js';
import type { Value } from './with-values.js';

export interface CheckedPlugin {
  readonly name: string;
  readonly problems: readonly Diagnostic[];
}

/** The word of a marketplace about a plugin. */
interface PluginOffer {
  /** The entry that stands in place of the manifest. */
  readonly entry?: MapNode | undefined;
  /** Whether the marketplace is one of the maker of Claude Code. */
  readonly isOfMaker?: boolean | undefined;
}

/**
 * Reads a plugin as a mount would, and says in addition as errors what Claude Code refuses (decision 0165). Returns nothing for a
 * folder without a part of a plugin.
 */
export async function checkPlugin(folder: string, { entry, isOfMaker }: PluginOffer = {}): Promise<CheckedPlugin | undefined> {
  const report = new Report();
  const file = join(folder, '.claude-plugin/plugin.json');
  const place = startOf(file);
  const root = realpathSync.native(folder);
  const context = {
    isChecked: true,
    ...compatContext(place, { file: join(folder, 'x'), report, known: [] }),
    folder,
    root,
    place,
    servers: new Set<string>(),
  };
  for (const link of linksOut(folder))
    say(report, { path: [], key: relative(folder, link), place, problem: 'is a link that leads out of the plugin' });
  for (const file of noFiles(folder))
    say(report, { path: [], key: relative(folder, file), place, problem: 'is a pipe, a socket or a device, and not a file' });
  const folderName = basename(root);
  // Any folder may be checked. A mount gives the plugin its name.
  const written = await readManifest(folder, { ...context, name: isSkillName(folderName) ? folderName : 'plugin', entry });
  if (written === undefined) return { name: basename(root), problems: [...report.errors] };
  const bundles = await readBundles(written, context);
  const manifest = withBundleOptions(written, bundles);
  const { name, document } = manifest;
  const values = new Map<string, Value>([['CLAUDE_PLUGIN_ROOT', { text: folder }], ...optionsOf(document)]);
  const layers = await readPlugin(manifest, { ...context, namespace: name, values, bundles, lsp: 'lsp' });
  if (written.isWritten !== true && layers.length === 0 && !report.failed && report.warnings.length === 0) return undefined;
  for (const layer of layers) fitShape(layer, context);
  if (written.isWritten === true && written.document !== entry) {
    if (isOfMaker !== true) tellReserved(written, context);
    await tellForm(written, context);
  }
  await tellFiles(written, context);
  return { name, problems: [...report.errors, ...report.warnings] };
}

function tellReserved({ document }: Manifest, { report }: CompatContext): void {
  const name = child(document, 'name');
  if (isText(name) && isReservedName(name.value))
    say(report, { path: ['name'], key: 'name', place: name.place, problem: reserved(name.value) });
}

export const reserved = (name: string): string => `is ${JSON.stringify(name)}, which reads as a name of Claude Code's maker`;

/** A value for each option, which is known only where the plugin is mounted. */
const optionsOf = (document: MapNode): readonly (readonly [string, Value])[] => {
  const declared = child(document, 'userConfig');
  const names = isMap(declared) ? [...declared.entries.keys()] : [];
  return names.map((name) => [`user_config.${name}`, { text: `\${env:${name}}`, isTemplate: true }]);
};

/** Tells the problems of form, but for the keys about which the readers have an error already. */
async function tellForm({ document, place }: Manifest, context: CompatContext): Promise<void> {
  const { report } = context;
  const told = new Set(report.errors.map(({ path }) => path.split(/[.[]/)[0]));
  tellJson(place.file, context);
  for (const one of await formProblems(document)) if (!told.has(String(one.path[0]))) say(report, one);
  for (const { key, place: at } of unknownEntries(document)) {
    const near = nearest(key, KEYS);
    const fix = near === undefined ? 'Remove it.' : `Did you mean ${near}?`;
    report.warn(errors.CONFIG_VALUE_REFUSED({ path: key, problem: 'does nothing in Claude Code', fix }), {
      path: [key],
      place: at,
    });
  }
  for (const path of textsOf(child(document, 'skills')))
    if (isFile(resolve(context.folder, path)))
      say(report, { path: ['skills'], key: 'skills', place, problem: `has ${path}, which is a file` });
  for (const key of ['workflows', 'themes'])
    for (const path of textsOf(child(document, key)))
      if (!existsSync(resolve(context.folder, path)))
        say(report, { path: [key], key, place, problem: `has ${path}, which is not there` });
}

/** The files of hooks and of servers, whose forms Claude Code asks for too. */
async function tellFiles({ document }: Manifest, context: CompatContext): Promise<void> {
  const told = new Set(context.report.errors.map(({ position }) => position?.file));
  const named = (key: string) => textsOf(child(document, key)).filter((path) => path.endsWith('.json'));
  const files = [
    ...['hooks/hooks.json', ...named('hooks')].map((path) => [path, HOOKS] as const),
    ...['.mcp.json', ...named('mcpServers')].map((path) => [path, SERVERS] as const),
  ];
  for (const [path, schema] of files) {
    const file = resolve(context.folder, path);
    if (told.has(file) || !isFile(file)) continue;
    told.add(file);
    tellJson(file, context);
    const read = await readForeign(file, { ...context, report: new Report(), verbatim: true });
    for (const one of read === undefined ? [] : await problemsOf(read, schema))
      say(context.report, { ...one, key: one.key === '' ? path : one.key });
  }
}

/** Tells what this program reads and Claude Code does not: JSON with comments. */
export function tellJson(file: string, { report, place, folder }: CompatContext): void {
  try {
    JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const problem = `is not JSON as Claude Code reads it: ${messageOf(error)}`;
    say(report, { path: [], key: relative(folder, file), place: { ...place, file }, problem });
  }
}

const textsOf = (node: Node | undefined): readonly string[] =>
  node === undefined ? [] : (isList(node) ? node.items : [node]).filter(isText).map(({ value }) => value);

export function say(report: Report, { path, key, place, problem }: FormProblem): void {
  report.error(errors.CONFIG_VALUE_REFUSED({ path: key, problem, fix: 'Claude Code refuses it: correct it or remove it.' }), {
    path,
    place,
  });
}
