import { basename } from 'node:path';
import { isNull, type MapNode, type Node, type Place, withEntry } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { foreignFiles } from '../foreign/foreign-files.js';
import { withOpenShells } from '../foreign/open-shells.js';
import { withRegistryServers } from '../foreign/registry-servers.js';
import { presetFile } from '../packages/preset-file.js';
import { stateOf } from '../read/path-state.js';
import { isModule, readDocument } from '../read/read-document.js';
import { kindsOf } from '../schema/compat-kinds.js';
import type { ForeignPlugin } from '../trust/foreign-plugin.js';
import { agentPresets } from './agent-bases.js';
import { textsOf, withIncluded } from './read-included.js';
import { claudeMounts, readMounts } from './read-mounts.js';
import { resolveExtends } from './resolve-extends.js';

export interface LayerContext {
  readonly report: Report;
  /** If `false`, a configuration that is code does not run and is only listed in `modules`. Default `true`. */
  readonly runModules?: boolean | undefined;
  /** Whether a server that is not in the lock stays as it is written. */
  readonly keepsUnlocked?: boolean | undefined;
  /** The user's home folder. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a file is outside of the project, links followed. */
  readonly isOutside: (file: string) => boolean;
}

interface Walk extends LayerContext {
  readonly layers: MapNode[];
  readonly seen: Set<string>;
  readonly missing: string[];
  readonly modules: string[];
}

export interface Layers {
  readonly layers: readonly MapNode[];
  /** The plugins of other programs that the layers mount. */
  readonly plugins: readonly ForeignPlugin[];
  /** False if a file that belongs to the layers could not be read. */
  readonly isComplete: boolean;
  /** The files that did not run. */
  readonly modules: readonly string[];
}

/** Reads the documents of a file, lowest precedence first: its `extends` from left to right, then the file itself. */
export async function readLayers(file: string, context: LayerContext & { place: Place }): Promise<Layers> {
  const walk: Walk = { ...context, layers: [], seen: new Set(), missing: [], modules: [] };
  await visit({ file, place: context.place, open: [] }, walk);
  const plugins = await readMounts(walk.layers, context);
  return { layers: walk.layers, plugins, isComplete: walk.missing.length === 0, modules: walk.modules };
}

async function visit(target: { file: string; place: Place; open: readonly string[] }, walk: Walk): Promise<void> {
  const { file, place } = target;
  if (walk.seen.has(file)) return;
  walk.seen.add(file);
  if (isWithheld(file, walk)) return;
  if (target.open.length > 0) concealOutside(file, walk);
  const read = await readDocument(file, { report: walk.report, place });
  if (read === undefined) {
    walk.missing.push(file);
    return;
  }
  // Tests are no part of a plan: they are read, checked and trusted when they run.
  const document = await withRegistryServers(withEntry(read, { key: 'tests', value: undefined }), {
    ...walk,
    file,
    extendedBy: target.open[0],
  });
  const open = [...target.open, file];
  const bases = textsOf(document.entries.get('extends')?.value);
  for (const base of bases ?? []) await visitBase(base, { file, open, walk });
  const plain = bases === undefined ? document : withEntry(document, { key: 'extends', value: undefined });
  const rest = await visitSkills(await visitCompat(plain, { file, open, walk }), { file, open, walk });
  const whole = await withIncluded(rest, {
    report: walk.report,
    file,
    open,
    isWithheld: (path) => isWithheld(path, walk),
    conceal: (path) => concealOutside(path, walk),
  });
  if (claudeMounts(whole).size > 0) isCode(whole, { key: 'plugins', open, walk });
  for (const preset of agentPresets(whole)) walk.layers.push(...(await presetPlugins(preset, walk.report)));
  walk.layers.push(whole);
}

/** The plugins of a preset that an agent extends. Its tools are for that agent alone. */
async function presetPlugins(preset: { value: string; place: Place }, report: Report): Promise<readonly MapNode[]> {
  const document = await readDocument(presetFile(preset.value), { report, place: preset.place });
  const plugins = document?.entries.get('plugins');
  return document === undefined || plugins === undefined ? [] : [{ ...document, entries: new Map([['plugins', plugins]]) }];
}

interface Visited {
  readonly file: string;
  readonly open: readonly string[];
  readonly walk: Walk;
}

async function visitCompat(document: MapNode, { file, open, walk }: Visited): Promise<MapNode> {
  const asked = document.entries.get('compat');
  if (asked === undefined || isCode(document, { key: 'compat', open, walk })) return document;
  if (kindsOf(asked.value).length > 0) {
    const { report, layers } = walk;
    report.addMore();
    const files = await foreignFiles({ what: 'compat', path: ['compat'], place: asked.key, report });
    layers.push(...((await files?.readCompat(document, { file, report, below: layers })) ?? []));
  }
  return withOpenShells(document);
}

async function visitSkills(document: MapNode, { file, open, walk }: Visited): Promise<MapNode> {
  const asked = document.entries.get('skills');
  if (asked === undefined) return document;
  const without = withEntry(document, { key: 'skills', value: undefined });
  if (isCode(document, { key: 'skills', open, walk }) || isOff(asked.value)) return without;
  const { report, layers, home } = walk;
  report.addMore();
  const files = await foreignFiles({ what: 'skills', path: ['skills'], place: asked.key, report });
  const read = await files?.readSkills(document, { file, report, below: layers, home });
  layers.push(...(read?.layers ?? []));
  return read?.document ?? without;
}

const isOff = (node: Node): boolean => isNull(node) || (node.kind === 'scalar' && node.value === false);

/**
 * Refuses a key that reads other files in a configuration that is code. The code names those files only when it runs, and no
 * trust check would cover them.
 */
function isCode(document: MapNode, { key, open, walk }: { key: string; open: readonly string[]; walk: Walk }): boolean {
  const code = open.find(isModule);
  if (code === undefined) return false;
  const place = document.entries.get(key)?.key;
  walk.report.error(errors.CONFIG_COMPAT_CODE({ file: basename(code), key }), { path: [key], place });
  return true;
}

function isWithheld(file: string, walk: Walk): boolean {
  const withheld = walk.runModules === false && isModule(file);
  if (withheld) walk.modules.push(file);
  return withheld;
}

/** Hides the text of a file to which a configuration leads out of its project, also by a link. */
function concealOutside(file: string, { isOutside, report }: Walk): void {
  if (isOutside(file)) report.conceal(file);
}

async function visitBase(
  base: { value: string; place: Place },
  from: { file: string; open: readonly string[]; walk: Walk },
): Promise<void> {
  const { open, walk } = from;
  const found = resolveExtends(base.value, from.file);
  if ('problem' in found) {
    const problem = errors.CONFIG_EXTENDS({ target: base.value, problem: found.problem, fix: found.fix });
    walk.report.error(problem, { path: ['extends'], place: base.place });
    walk.missing.push(base.value);
  } else if (open.includes(found.file)) {
    const chain = [...open.slice(open.indexOf(found.file)), found.file].map((file) => basename(file));
    walk.report.error(errors.CONFIG_CYCLE({ chain }), { path: ['extends'], place: base.place });
  } else {
    for (const path of found.examined ?? []) walk.report.addState(path, stateOf(path));
    await visit({ file: found.file, place: base.place, open }, walk);
  }
}
