import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { implicitProviders } from '../compile/providers.js';
import { at, emptyMap, isMap, type MapNode, type Place, type ScalarNode, withEntry } from '../document/node.js';
import { presetFolder } from '../layers/preset-file.js';
import { stripExtensions } from '../layers/strip-extensions.js';
import { fingerprint } from './fingerprint.js';
import type { Part } from './gate.js';
import { documentGate } from './gates.js';
import { isInside } from './named-files.js';
import { isOwnPackage } from './own-packages.js';
import { projectRoot } from './project-root.js';
import { changesSince, trustedBefore } from './trust-record.js';
import type { TrustOptions, TrustVerdict } from './verdict.js';

export interface Judged {
  readonly verdict: TrustVerdict;
  /** The layers without what waits for trust. */
  readonly gated: readonly MapNode[];
}

interface Case {
  readonly file: string;
  readonly layers: readonly MapNode[];
  /** Configurations that are code: they are judged as files, since only running them would tell what they say. */
  readonly modules: readonly string[];
  readonly trust: TrustOptions;
  /** The documents that may name the providers. Default: `layers`. */
  readonly naming?: readonly MapNode[] | undefined;
  /** The user said elsewhere that this folder is trusted. */
  readonly accepted?: boolean | undefined;
}

/** Divides the files of a project into what holds now and what waits, and looks up whether this user trusts the latter. */
export function judge({ file, layers, modules, trust, naming = layers, accepted = false }: Case): Judged {
  const root = projectRoot(file);
  const configDir = dirname(file);
  const splits = layers.map((layer) => split(layer, configDir));
  const implied = impliedParts(naming, { file, configDir });
  const parts = [...modules.map(modulePart), ...implied.parts, ...splits.flatMap((one) => one.parts)];
  const { parts: shown, hash } = fingerprint(parts, { root, configDir });
  // A document has a place in a folder, and no file.
  const real = existsSync(file) ? realpathSync(file) : join(realpathSync(configDir), basename(file));
  const config = relative(root, real);
  const before = parts.length === 0 ? undefined : trustedBefore(trust.file, { root, config });
  const trusted = accepted || parts.length === 0 || (trust.hashes ?? []).includes(hash) || before?.hash === hash;
  const changes = trusted || before === undefined ? undefined : changesSince(before, shown);
  return {
    verdict: { root, config, hash, trusted, parts: shown, ...(changes === undefined ? {} : { changes }) },
    gated: [...implied.layers, ...splits.map((one) => one.rest)],
  };
}

/** Presets are Loadout's own word, and what is the user's or the program's is theirs. */
function split(layer: MapNode, configDir: string): { readonly rest: MapNode; readonly parts: readonly Part[] } {
  if (layer.place.layer !== 'project') return { rest: layer, parts: [] };
  const presets = presetFolder();
  if (presets !== '' && isInside(layer.place.file, presets)) return { rest: layer, parts: [] };
  const { rest, parts } = documentGate({ isOwn: (use) => isOwnPackage(use, configDir) })(stripExtensions(layer), []);
  return { rest: isMap(rest) ? rest : emptyMap(layer.place), parts };
}

const modulePart = (file: string): Part => {
  const place: Place = { file, line: 1, column: 1, length: 1, layer: 'project' };
  return { path: ['(module)'], node: { kind: 'scalar', place, value: `./${relative(dirname(file), file)}` } };
};

/** Providers that hold when nobody names any, where the project would put packages of its own in their place. */
function impliedParts(
  layers: readonly MapNode[],
  { file, configDir }: { readonly file: string; readonly configDir: string },
): { readonly parts: readonly Part[]; readonly layers: readonly MapNode[] } {
  const place: Place = { file: resolve(file), line: 1, column: 1, length: 1, layer: 'project' };
  const entries = Object.entries(implicitProviders).map(([name, value]): [string, ScalarNode] => [
    name,
    { kind: 'scalar', place, value },
  ]);
  const isOwn = ([, node]: [string, ScalarNode]) => isOwnPackage(String(node.value), configDir);
  if (layers.some((layer) => at(layer, ['providers']) !== undefined) || entries.every(isOwn)) return { parts: [], layers: [] };
  const own = new Map(entries.filter(isOwn).map(([name, value]) => [name, { key: place, value }]));
  const layer = withEntry(emptyMap(place), { key: 'providers', value: { ...emptyMap(place), entries: own } });
  const foreign = entries.filter((entry) => !isOwn(entry));
  return { parts: foreign.map(([name, node]) => ({ path: ['providers', name], node })), layers: [layer] };
}
