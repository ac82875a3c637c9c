import { join } from 'node:path';
import {
  compileSchema,
  isLoadoutError,
  isObject,
  LoadoutError,
  messageOf,
  type Parsed,
  type Plugin,
  type PluginParts,
} from '@loadout/core';
import { describeIssues, secretOptions, secretPlaces, type ToolNames, toolNamesOf } from '@loadout/core/run';
import { errors } from '../report/errors.js';
import { checkedParts } from './checked-parts.js';
import { checkApi, importPlugin, type PluginRequest, requirePlugin } from './import-plugin.js';
import { FirstUse, lazyParts } from './lazy-plugin.js';
import { type ResolvedPlugin, resolveListed } from './resolve-plugin.js';

/** A plugin after setup, or a listed plugin: its parts, under the mount name in its tool names. */
export interface Mounted {
  readonly mount: string;
  readonly use: string;
  /** The form of tool names, decided once by the plugin object (decision 0019). */
  readonly names: ToolNames;
  readonly parts: PluginParts;
  readonly overrides: Readonly<Record<string, string>>;
}

interface Place {
  readonly configDir: string;
  readonly isOfCode?: boolean | undefined;
  readonly stateDir: string;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Takes the options that a plugin's schema marks as secrets, before the plugin sees them. */
  readonly hide?: ((secrets: readonly string[]) => void) | undefined;
}

/**
 * Performs steps 2 to 4 of a plugin's life, or prepares their replacement for a listed plugin. Throws PLUGIN_*, each with the
 * position of its entry.
 */
export async function loadPlugin(request: PluginRequest, place: Place): Promise<Mounted> {
  const { mount, use, overrides = {} } = request;
  return { mount, use, overrides, ...(await loaded(request, place)) };
}

type Loaded = Pick<Mounted, 'names' | 'parts'>;

async function loaded(request: PluginRequest, place: Place): Promise<Loaded> {
  if (request.plugin !== undefined) return setUp(request.plugin, request, place);
  const { use, mount, position } = request;
  const resolved = resolveListed(use, place);
  if (resolved === undefined) throw errors.PLUGIN_NOT_FOUND({ use, mount, from: place.configDir }, { position });
  // Options are checked before anything runs, and a listing describes the plugin only without options.
  const { listing } = resolved;
  if (listing === undefined || Object.keys(request.options ?? {}).length > 0)
    return setUp(await importPlugin(resolved, request), request, place);
  const plugin = new FirstUse(use, () => setUpAtOnce(resolved, request, place));
  return { names: listing.names, parts: lazyParts(listing, { plugin, stateDir: stateDirOf(listing, place) }) };
}

async function setUp(plugin: Plugin, request: PluginRequest, place: Place): Promise<Loaded> {
  checkApi(plugin, request);
  const options = accepted(await parseOptions(plugin, request), { plugin, asked: request });
  const secrets = secretsOf(plugin, request);
  place.hide?.(secrets);
  try {
    const parts = await plugin.setup(setupContext(plugin, { options, request, place }));
    return { names: toolNamesOf(plugin), parts: checkedParts(parts, request) };
  } catch (cause) {
    throw setupFailure(cause, { ...request, secrets });
  }
}

function setUpAtOnce(resolved: ResolvedPlugin, request: PluginRequest, place: Place): PluginParts {
  const plugin = requirePlugin(resolved, request);
  checkApi(plugin, request);
  checkNames(plugin, resolved, request);
  const options = accepted(atOnce(parseOptions(plugin, request), request), { plugin, asked: request });
  try {
    return checkedParts(atOnce(plugin.setup(setupContext(plugin, { options, request, place })), request), request);
  } catch (cause) {
    throw setupFailure(cause, { ...request, secrets: [] });
  }
}

/** Refuses bare names that only a line of package.json claims. */
function checkNames(plugin: Plugin, { listing }: ResolvedPlugin, { use, position }: PluginRequest): void {
  const names = toolNamesOf(plugin);
  if (listing === undefined || listing.names === names) return;
  throw errors.PLUGIN_LISTING(
    { use, problem: `its tools have ${names} names, and its manifest says ${listing.names}` },
    { position },
  );
}

function atOnce<T extends object>(value: T | Promise<T>, { use, position }: PluginRequest): T {
  if (isObject(value) && 'then' in value) throw errors.PLUGIN_LISTING({ use, problem: 'it is not ready at once' }, { position });
  return value as T;
}

const setupContext = (
  plugin: Plugin,
  { options, request, place }: { readonly options: unknown; readonly request: PluginRequest; readonly place: Place },
) => ({
  options: options as never,
  mount: request.mount,
  configDir: place.configDir,
  stateDir: stateDirOf(plugin, place),
  env: place.env,
});

const stateDirOf = ({ name }: { readonly name: string }, { stateDir }: Place) =>
  join(stateDir, 'plugins', name.replace(/[^\w.-]/g, '_').replace(/^\.+/, '_'));

/** An error of a plugin that knows no place is shown at the entry of the plugin, and not at an agent that uses it. Source: U6. */
function setupFailure(
  cause: unknown,
  { use, position, secrets }: Pick<PluginRequest, 'use' | 'position'> & { readonly secrets: readonly string[] },
) {
  if (isLoadoutError(cause) && (cause.position !== undefined || position === undefined)) return cause;
  if (isLoadoutError(cause)) return new LoadoutError(cause.code, cause.message, { fix: cause.fix, cause, position });
  return errors.PLUGIN_FAILED({ use, problem: withoutSecrets(messageOf(cause), secrets) }, { cause, position });
}

type Asked = Pick<PluginRequest, 'options' | 'mount' | 'position'>;

/** Checks the options of a mount with the schema of its plugin. Throws PLUGIN_OPTIONS for options of a plugin that takes none. */
function parseOptions(plugin: Plugin, { options, mount, position }: Asked): Parsed<unknown> | Promise<Parsed<unknown>> {
  if (plugin.options !== undefined) return schemaOf(plugin).parse(options ?? {});
  const given = Object.keys(options ?? {});
  if (given.length === 0) return { ok: true, value: {} };
  throw errors.PLUGIN_OPTIONS({ mount, details: `it takes none, but has ${given.join(', ')}` }, { position });
}

/** Returns the parsed options. Throws PLUGIN_OPTIONS, whose message repeats no secret. */
function accepted(parsed: Parsed<unknown>, { plugin, asked }: { readonly plugin: Plugin; readonly asked: Asked }): unknown {
  if (parsed.ok) return parsed.value;
  const { json } = schemaOf(plugin);
  const hides = secretPlaces(json, asked.options ?? {});
  const details = withoutSecrets(describeIssues(parsed.issues, { hides }), secretsOf(plugin, asked));
  throw errors.PLUGIN_OPTIONS({ mount: asked.mount, details }, { position: asked.position });
}

/** The texts in the options of a mount that the plugin's schema marks with `secret: true`. */
function secretsOf(plugin: Plugin, { options }: Asked): readonly string[] {
  if (plugin.options === undefined || options === undefined) return [];
  const { json } = schemaOf(plugin);
  return secretOptions(json, options).map(({ value }) => value);
}

const schemaOf = ({ name, options = {} }: Plugin) => compileSchema(options, `the options of ${name}`);

const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  [...secrets].sort((a, b) => b.length - a.length).reduce((shown, secret) => shown.replaceAll(secret, '[secret]'), text);
