import { nearest } from '@loadout/core';
import { readInstructions } from '../check/read-instructions.js';
import { fromValue } from '../document/from-value.js';
import { at, emptyMap, isMap, type MapNode, type Place, withEntry } from '../document/node.js';
import { errors } from '../errors.js';
import { type InterpolateContext, type Interpolated, interpolate } from '../interpolate/interpolate.js';
import { resolveSecrets, usedSecrets } from '../interpolate/secrets.js';
import { merge } from '../layers/merge.js';
import type { Report } from '../report.js';
import type { LoadOptions } from './load-options.js';
import type { SettingsSource } from './load-settings.js';

interface MergeInput {
  readonly layers: readonly MapNode[];
  readonly settings: readonly SettingsSource[];
  readonly options: LoadOptions;
  readonly report: Report;
  readonly place: Place;
}

/** Parts of the settings that are held against those of the project, not merged with them. */
const OWN = ['permissions', 'sandbox', 'allowedHttpHookUrls'] as const;

/** One document out of all layers: the user's settings, what is extended, the file, its profile, flags, managed settings. */
export function mergeAll(input: MergeInput): MapNode {
  const { layers, settings, options, report, place } = input;
  const context = { report };
  const of = (layer: SettingsSource['layer']) =>
    settings
      .filter((one) => one.layer === layer)
      .map((one) => OWN.reduce((node, key) => withEntry(node, { key, value: undefined }), one.node));
  const start = emptyMap(place);
  const project = layers.reduce(
    (below, above) => merge(below, above, context),
    of('user').reduce((below, above) => merge(below, above, context), start),
  );
  const profile = options.profile === undefined ? undefined : profileOf(project, options.profile, report);
  const flags = options.overrides === undefined ? undefined : flagLayer(options.overrides, report);
  const above = [profile, flags, ...of('managed')].filter((one) => one !== undefined);
  return { ...above.reduce((below, one) => merge(below, one, context), project), place };
}

function profileOf(project: MapNode, name: string, report: Report): MapNode | undefined {
  const profiles = at(project, ['profiles']);
  const found = at(project, ['profiles', name]);
  if (isMap(found)) return found;
  const known = isMap(profiles) ? [...profiles.entries.keys()] : [];
  if (found === undefined)
    report.error(errors.CONFIG_PROFILE({ name, nearest: nearest(name, known), known }), { path: ['profiles', name] });
  return undefined;
}

function flagLayer(overrides: Readonly<Record<string, unknown>>, report: Report): MapNode | undefined {
  const place: Place = { file: '(flags)', line: 1, column: 1, length: 1, layer: 'flag' };
  const node = fromValue(overrides, { place, report });
  return isMap(node) ? node : undefined;
}

/** Fills in every `${…}` of the merged document and of the settings' own permissions. */
export async function fillIn(
  document: MapNode,
  context: {
    settings: readonly SettingsSource[];
    options: LoadOptions;
    report: Report;
    workspace: string;
    runCommands: boolean;
  },
): Promise<{
  readonly main: Interpolated;
  readonly settings: readonly { source: SettingsSource; failed: ReadonlySet<string> }[];
}> {
  const { options, report } = context;
  const declared = at(document, ['secrets']);
  const base: InterpolateContext = {
    env: options.env,
    cwd: options.cwd,
    workspace: context.workspace,
    declaredSecrets: isMap(declared) ? declared : undefined,
    secrets: new Map(),
    params: { given: options.params ?? {}, agent: options.agent, keep: options.keepParams ?? false },
    report,
    readFile: readInstructions,
  };
  const secrets = await secretsFor([document, ...context.settings.map((one) => one.node)], {
    ...base,
    runCommands: context.runCommands,
  });
  const filled = { ...base, secrets };
  const settings = context.settings.map((source) => {
    const { node, failed } = interpolate(source.node, filled);
    return { source: { ...source, node }, failed };
  });
  return { main: interpolate(document, filled), settings };
}

async function secretsFor(documents: readonly MapNode[], context: InterpolateContext & { readonly runCommands: boolean }) {
  const { declaredSecrets, env, cwd, runCommands } = context;
  if (declaredSecrets === undefined) return context.secrets;
  const names = new Set(documents.flatMap((one) => [...usedSecrets(one)]));
  const filled = interpolate(withEntry(emptyMap(declaredSecrets.place), { key: 'secrets', value: declaredSecrets }), context);
  const declared = at(filled.node, ['secrets']);
  return isMap(declared) ? resolveSecrets(declared, { env, cwd, runCommands, names }) : context.secrets;
}
