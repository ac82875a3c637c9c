import { relative, resolve } from 'node:path';
import { implicitProviders } from '../compile/providers.js';
import { folderOf } from '../document/folder-of.js';
import { at, child, emptyMap, entryPath, isMap, isText, leavesOf, type MapNode, type Path, startOf } from '../document/node.js';
import { isOwnPackage } from '../packages/own-packages.js';
import { presetFolder } from '../packages/preset-file.js';
import { stripExtensions } from '../schema/strip-extensions.js';
import { fingerprint } from './fingerprint.js';
import type { ForeignPlugin } from './foreign-plugin.js';
import type { Part } from './gate.js';
import { documentGate } from './gates.js';
import { type ReferenceContext, withholdReferences } from './machine-references.js';
import { isInside } from './named-files.js';
import { subjectOf } from './project-root.js';
import { verdictOf } from './trust-record.js';
import type { TrustOptions, TrustVerdict } from './verdict.js';
import { type PathStates, WatchedPaths } from './watched-paths.js';

export interface Judged {
  readonly verdict: TrustVerdict;
  /** The layers without the parts that wait for trust. */
  readonly gated: readonly MapNode[];
  /** Everything that the verdict depends on in addition to the layers. The verdict is valid as long as all of it is unchanged. */
  readonly watched: PathStates;
  /** The files outside of the project that its parts name. */
  readonly outside: ReadonlySet<string>;
}

interface Case {
  readonly file: string;
  readonly home: string;
  readonly layers: readonly MapNode[];
  /** Configurations that are code. They are judged as files, because only running them would reveal their content. */
  readonly modules: readonly string[];
  readonly trust: TrustOptions;
  readonly plugins?: readonly ForeignPlugin[] | undefined;
  /** Parts that wait and are in no layer. */
  readonly implied?: readonly Part[] | undefined;
  /** Layers that are judged by themselves, and whose declarations the parts may refer to. */
  readonly below?: readonly MapNode[] | undefined;
  /** Whether the user trusted this folder elsewhere. */
  readonly accepted?: boolean | undefined;
}

/**
 * Divides the files of a project into the parts that apply now and the parts that wait, and looks up whether this user trusts the
 * latter.
 */
export function judge({
  file,
  home,
  layers,
  modules,
  trust,
  plugins = [],
  implied = [],
  below = [],
  accepted = false,
}: Case): Judged {
  const watched = new WatchedPaths();
  const { root, config } = subjectOf(file, watched);
  const configDir = folderOf(file);
  const outside = new Set<string>();
  const splits = layers.map((layer) => split(layer, { root, home, watched, outside, isOwn: isOfLoadout }));
  const waiting = [
    ...modules.map(modulePart),
    ...implied,
    ...splits.flatMap((one) => one.parts),
    ...plugins.flatMap(pluginParts),
  ];
  const parts = [...waiting, ...declaredValues(waiting, [...below, ...layers].filter(isOfProject))];
  const { parts: shown, hash } = fingerprint(parts, {
    root,
    configDir,
    watched,
    useOf: (path) => useAt(path, layers),
    pluginOf: ({ path: [section, mount, ...deeper] }) =>
      section === 'plugins' && deeper.length === 0 ? plugins.find((one) => one.mount === mount) : undefined,
  });
  return {
    verdict: verdictOf({ root, config, parts: shown, hash, trust, accepted }),
    gated: splits.map((one) => one.rest),
    watched: watched.at,
    outside,
  };
}

/** The parts that a plugin of another program lets act. Its texts wait too, and are bound with its mount. */
const pluginParts = (plugin: ForeignPlugin): readonly Part[] =>
  plugin.layers.flatMap((layer) => documentGate({ isOwn: isOwnPackage })(layer, []).parts.map((part) => ({ ...part, plugin })));

/** The package of the mount at a path, in whichever layer names it. */
function useAt(path: Path, layers: readonly MapNode[]): string | undefined {
  const found = layers.map((layer) => at(layer, entryPath(path))).map((node) => (isText(node) ? node : child(node, 'use')));
  return found.findLast(isText)?.value;
}

/** Divides one layer. Presets belong to Loadout, and the layers of the user and the program need no trust. */
function split(layer: MapNode, context: ReferenceContext): { readonly rest: MapNode; readonly parts: readonly Part[] } {
  if (!isOfProject(layer)) return { rest: layer, parts: [] };
  const { rest, parts } = documentGate({ isOwn: isOwnPackage })(stripExtensions(layer), []);
  const held = withholdReferences(isMap(rest) ? rest : emptyMap(layer.place), context);
  return { rest: isMap(held.rest) ? held.rest : emptyMap(layer.place), parts: [...parts, ...held.parts] };
}

const isOfProject = ({ place }: MapNode): boolean => place.layer === 'project' && !isOfLoadout(place.file);

function isOfLoadout(file: string): boolean {
  const presets = presetFolder();
  return presets !== '' && isInside(file, presets);
}

const modulePart = (file: string): Part => ({
  path: ['(module)'],
  node: { kind: 'scalar', place: startOf(file), value: `./${relative(folderOf(file), file)}` },
});

/** The implicit providers that no document names, where the project would substitute its own packages for them. */
export function impliedParts(layers: readonly MapNode[], file: string): readonly Part[] {
  const place = startOf(resolve(file));
  return Object.entries(implicitProviders)
    .filter(([name, value]) => layers.every((layer) => at(layer, ['providers', name]) === undefined) && !isOwnPackage(value))
    .map(([name, value]) => ({ path: ['providers', name], node: { kind: 'scalar', place, value } }));
}

const NAMED = /\$\{(param|secret):([A-Za-z_][\w-]*)/g;

/**
 * The declarations that parts refer to by `${param:NAME}` and `${secret:NAME}`. They apply without trust and change the effect of
 * a trusted part, so they are bound with the part.
 */
function declaredValues(parts: readonly Part[], layers: readonly MapNode[]): readonly Part[] {
  const names = new Set(
    parts
      .flatMap(({ node }) => [...leavesOf(node)])
      .flatMap(([, { value }]) => [...String(value).matchAll(NAMED)].map(([, kind, name]) => `${kind}:${name}`)),
  );
  if (names.size === 0) return [];
  const known = new Set(parts.map(({ path }) => path.join('\0')));
  const found = layers.flatMap((layer) => declarations(layer)).filter(({ path }) => names.has(`${kindOf(path)}:${path.at(-1)}`));
  return found.filter(({ path }) => !known.has(path.join('\0')));
}

const kindOf = (path: Path): string => (path.at(-2) === 'secrets' ? 'secret' : 'param');

function declarations(layer: MapNode): readonly Part[] {
  const profiles = at(layer, ['profiles']);
  const bases: Path[] = [[], ...(isMap(profiles) ? [...profiles.entries.keys()].map((name) => ['profiles', name]) : [])];
  return bases.flatMap((base) => {
    const agents = at(layer, [...base, 'agents']);
    const ofAgents = isMap(agents) ? [...agents.entries.keys()].map((name): Path => [...base, 'agents', name, 'params']) : [];
    return [[...base, 'secrets'], ...ofAgents].flatMap((path) => entriesOf(layer, path));
  });
}

function entriesOf(layer: MapNode, path: Path): readonly Part[] {
  const map = at(layer, path);
  return isMap(map) ? [...map.entries].map(([name, entry]) => ({ path: [...path, name], node: entry.value })) : [];
}
