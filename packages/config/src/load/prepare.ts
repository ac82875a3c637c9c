import { nearest } from '@loadout/core';
import { readInstructions } from '../check/read-instructions.js';
import type { Settings } from '../compile/compile-context.js';
import { fromValue } from '../document/from-value.js';
import { at, emptyMap, isMap, type MapNode, type Place, startOf, withEntry } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import type { ClaudeRead } from '../foreign/foreign-files.js';
import { withOpenShells } from '../foreign/open-shells.js';
import { type IdleSecret, idleSecrets } from '../interpolate/idle-secrets.js';
import { type InterpolateContext, type Interpolated, interpolate } from '../interpolate/interpolate.js';
import { resolveSecrets, usedSecrets } from '../interpolate/secrets.js';
import { merge } from '../layers/merge.js';
import { withPlugins } from '../layers/read-mounts.js';
import { isOwnPackage } from '../packages/own-packages.js';
import { documentGate } from '../trust/gates.js';
import { checkTrustedFile, isWithheld, type TrustedFiles } from '../trust/trusted-files.js';
import type { LoadOptions } from './load-options.js';
import type { SettingsSource } from './load-settings.js';
import type { Documents } from './read-documents.js';

/** One load of a configuration, from its documents to its checks. */
export interface LoadContext {
  readonly file: string;
  readonly home: string;
  readonly workspace: string;
  readonly settings: readonly SettingsSource[];
  /** Bounds from Claude Code's files, which apply in addition to the settings. */
  readonly bounds: readonly Settings[];
  /** Adds Claude Code's defaults. Absent: none of its files were asked for. */
  readonly withClaudeDefaults?: ClaudeRead['withDefaults'] | undefined;
  readonly isComplete: boolean;
  /** Whether the project is not trusted and the waiting parts were removed. */
  readonly waits: boolean;
  readonly options: LoadOptions;
  /** Whether commands of the project's own secrets may run. */
  readonly runCommands: boolean;
  readonly report: Report;
  /** The files that the project may read. Absent: all. */
  readonly trustedFiles?: TrustedFiles | undefined;
  readonly absentServers?: ReadonlySet<string> | undefined;
}

/** The parts of the settings that are compared with those of the project and not merged with them. */
const OWN = ['permissions', 'sandbox', 'allowedHttpHookUrls', 'budgets'] as const;

/**
 * Merges all layers into one document: the user's settings, the extended files, the file, its profile, the person's own file beside it, flags,
 * managed settings.
 */
export function mergeAll(documents: Documents, input: LoadContext): MapNode {
  const { settings, options, report } = input;
  const context = { report };
  const place = startOf(input.file);
  const of = (layer: SettingsSource['layer']) =>
    settings
      .filter((one) => one.layer === layer)
      .map((one) => OWN.reduce((node, key) => withEntry(node, { key, value: undefined }), one.node));
  const start = emptyMap(place);
  const user = of('user').reduce((below, above) => merge(below, above, context), start);
  const project = withClaude(documents, { ...input, place, user });
  const profile = options.profile === undefined ? undefined : profileOf(project, options.profile, report);
  const flags = options.overrides === undefined ? undefined : flagLayer(options.overrides, report);
  const layers = [...documents.own, ...documents.claude, ...(profile === undefined ? [] : [profile])];
  const profiled = profile === undefined ? project : merge(project, profile, context);
  const chosen = withPersonal(profiled, documents.personal, report);
  const settled = withOwnProviders(chosen, { user, project: layers, report });
  const above = [flags, ...of('managed')].filter((one) => one !== undefined);
  const whole = above.reduce((below, one) => merge(below, one, context), settled);
  return { ...withPlugins(whole, documents.plugins, report), place };
}

/**
 * Adds the layers of the configuration to those of Claude Code's files. Lists of the latter add up with each other and with
 * these.
 */
function withClaude(
  { own, claude }: Documents,
  { report, place, waits, user, withClaudeDefaults }: LoadContext & { readonly place: Place; readonly user: MapNode },
): MapNode {
  const all = (layers: readonly MapNode[], start: MapNode) =>
    layers.reduce((below, above) => merge(below, above, { report }), start);
  if (claude.length === 0) return all(own, user);
  const added = claude.reduce((below, above) => merge(below, above, { report, adds: true }), emptyMap(place));
  const project = withOpenShells(all(own, emptyMap(place)));
  const whole = withClaudeDefaults?.(added, { waits }) ?? added;
  return merge(user, merge(whole, project, { report, adds: true }), { report });
}

/** Puts the person's own file on top. Its rules are added to those of the project, and it changes agents that there are. */
function withPersonal(project: MapNode, personal: MapNode | undefined, report: Report): MapNode {
  if (personal === undefined) return project;
  const [agents, own] = [at(project, ['agents']), at(personal, ['agents'])];
  const known = isMap(agents) ? [...agents.entries.keys()] : [];
  for (const [name, { key }] of isMap(own) ? own.entries : [])
    if (!known.includes(name)) {
      const problem = errors.CONFIG_PERSONAL_AGENT({ name, nearest: nearest(name, known), known });
      report.error(problem, { path: ['agents', name], place: key });
    }
  return merge(project, personal, { report, addsRules: true });
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
  const node = fromValue(overrides, { place: startOf('(flags)', 'flag'), report });
  return isMap(node) ? node : undefined;
}

/** Fills in every `${…}` of the merged document and of the settings' own permissions. */
export async function fillIn(document: MapNode, context: LoadContext): Promise<Filled> {
  const { options, report, workspace, runCommands } = context;
  const { env, cwd, params: given = {}, agent, keepParams: keep = false } = options;
  const declared = at(document, ['secrets']);
  const base: InterpolateContext = {
    env,
    cwd,
    home: context.home,
    workspace,
    declaredSecrets: isMap(declared) ? declared : undefined,
    secrets: new Map(),
    params: { given, agent, keep },
    report,
    keepUnset: options.claude !== undefined,
    onlyChecked: context.trustedFiles?.onlyChecked,
    readFile(path, from) {
      checkTrustedFile(path, from, { trusted: context.trustedFiles, given });
      return isWithheld(path, from, context.trustedFiles) ? undefined : readInstructions(path);
    },
  };
  const all = [document, ...context.settings.map((one) => one.node)];
  const { secrets, idle } = await secretsFor(all, { ...base, runCommands });
  const filled = { ...base, secrets };
  const settings = context.settings.map((source) => {
    const { node, failed } = interpolate(source.node, filled);
    return { source: { ...source, node }, failed };
  });
  return { main: interpolate(document, filled), settings, idle };
}

interface Filled {
  readonly idle: readonly IdleSecret[];
  readonly main: Interpolated;
  readonly settings: readonly { source: SettingsSource; failed: ReadonlySet<string> }[];
}

async function secretsFor(documents: readonly MapNode[], context: InterpolateContext & { readonly runCommands: boolean }) {
  const { declaredSecrets, env, cwd, home, runCommands } = context;
  if (declaredSecrets === undefined) return { secrets: context.secrets, idle: [] };
  const names = new Set(documents.flatMap((one) => [...usedSecrets(one)]));
  const filled = interpolate(withEntry(emptyMap(declaredSecrets.place), { key: 'secrets', value: declaredSecrets }), context);
  const declared = at(filled.node, ['secrets']);
  if (!isMap(declared)) return { secrets: context.secrets, idle: [] };
  return {
    secrets: await resolveSecrets(declared, { env, cwd, home, runCommands, names }),
    idle: idleSecrets(declared, { env, cwd, home, used: names }),
  };
}

interface Layers {
  readonly user: MapNode;
  /** The layers of the project, and its profile. */
  readonly project: readonly MapNode[];
  readonly report: Report;
}

/**
 * Puts the user's own providers over entries of the project that nobody has to trust: a package alone, or nothing, would send
 * requests past the address and the headers that the user wrote.
 */
function withOwnProviders(merged: MapNode, { user, project, report }: Layers): MapNode {
  const providers = at(user, ['providers']);
  if (!isMap(providers)) return merged;
  const gate = documentGate({ isOwn: isOwnPackage });
  const acts = (name: string) =>
    project.some((layer) => gate(layer, []).parts.some(({ path }) => path[0] === 'providers' && path[1] === name));
  const kept = { ...providers, entries: new Map([...providers.entries].filter(([name]) => !acts(name))) };
  return merge(merged, withEntry(emptyMap(user.place), { key: 'providers', value: kept }), { report });
}
