import { join } from 'node:path';
import {
  compileSchema,
  describeIssues,
  isLoadoutError,
  messageOf,
  type Parsed,
  type Plugin,
  type PluginParts,
  type PluginPlan,
} from '@loadout/core';
import { errors } from '../errors.js';
import { FirstUse } from './first-use.js';
import { checkApi, importPlugin, requirePlugin } from './import-plugin.js';
import { lazyParts } from './lazy-parts.js';
import { type ResolvedPlugin, resolveListed } from './resolve-plugin.js';

/** A plugin that is set up, or listed: what it offers, under the name that its tools are known by. */
export interface Mounted {
  readonly mount: string;
  readonly use: string;
  /** Its tools keep their bare names. */
  readonly firstParty: boolean;
  readonly parts: PluginParts;
  readonly overrides: Readonly<Record<string, string>>;
}

export interface PluginRequest extends Omit<PluginPlan, 'optional' | 'overrides'> {
  readonly overrides?: Readonly<Record<string, string>>;
  /** A plugin handed over in code; `use` is then only its name. */
  readonly plugin?: Plugin | undefined;
}

interface Place {
  readonly configDir: string;
  readonly isOfCode?: boolean | undefined;
  readonly stateDir: string;
}

/** Steps 2 to 4 of a plugin's life, or, for one that is listed, what stands in for them until it is used. Throws PLUGIN_*, each with the position of its entry. */
export async function loadPlugin(request: PluginRequest, place: Place): Promise<Mounted> {
  return {
    mount: request.mount,
    use: request.use,
    firstParty: request.use.startsWith('@loadout/'),
    parts: await partsOf(request, place),
    overrides: request.overrides ?? {},
  };
}

async function partsOf(request: PluginRequest, place: Place): Promise<PluginParts> {
  if (request.plugin !== undefined) return setUp(request.plugin, request, place);
  const { use, mount, position } = request;
  const resolved = resolveListed(use, place);
  if (resolved === undefined) throw errors.PLUGIN_NOT_FOUND({ use, mount, from: place.configDir }, { position });
  // Options are checked before anything runs, and a listing knows what the plugin is without any.
  if (resolved.listing !== undefined && Object.keys(request.options ?? {}).length === 0)
    return lazyParts(resolved.listing, {
      plugin: new FirstUse(use, () => setUpAtOnce(resolved, request, place)),
      stateDir: stateDirOf(resolved.listing, place),
    });
  return setUp(await importPlugin(resolved, request), request, place);
}

async function setUp(plugin: Plugin, request: PluginRequest, place: Place): Promise<PluginParts> {
  checkApi(plugin, request);
  const options = accepted(await parseOptions(plugin, request), request);
  try {
    return await plugin.setup(setupContext(plugin, { options, request, place }));
  } catch (cause) {
    throw setupFailure(cause, request);
  }
}

function setUpAtOnce(resolved: ResolvedPlugin, request: PluginRequest, place: Place): PluginParts {
  const plugin = requirePlugin(resolved, request);
  checkApi(plugin, request);
  const options = accepted(atOnce(parseOptions(plugin, request), request), request);
  try {
    return atOnce(plugin.setup(setupContext(plugin, { options, request, place })), request);
  } catch (cause) {
    throw setupFailure(cause, request);
  }
}

function atOnce<T extends object>(value: T | Promise<T>, { use, position }: PluginRequest): T {
  if (!('then' in value)) return value;
  throw errors.PLUGIN_LISTING({ use, problem: 'it is not ready at once' }, { position });
}

const setupContext = (
  plugin: Plugin,
  { options, request, place }: { readonly options: unknown; readonly request: PluginRequest; readonly place: Place },
) => ({
  options: options as never,
  mount: request.mount,
  configDir: place.configDir,
  stateDir: stateDirOf(plugin, place),
});

const stateDirOf = ({ name }: { readonly name: string }, { stateDir }: Place) =>
  join(stateDir, 'plugins', name.replace(/[^\w.-]/g, '_').replace(/^\.+/, '_'));

function setupFailure(cause: unknown, { use, position }: PluginRequest) {
  if (isLoadoutError(cause)) return cause;
  return errors.PLUGIN_FAILED({ use, problem: messageOf(cause) }, { cause, position });
}

function parseOptions(plugin: Plugin, { options, mount, position }: PluginRequest): Parsed<unknown> | Promise<Parsed<unknown>> {
  if (plugin.options !== undefined) return compileSchema(plugin.options, `the options of ${plugin.name}`).parse(options ?? {});
  const given = Object.keys(options ?? {});
  if (given.length === 0) return { ok: true, value: {} };
  throw errors.PLUGIN_OPTIONS({ mount, details: `it takes none, but has ${given.join(', ')}` }, { position });
}

function accepted(parsed: Parsed<unknown>, { mount, position }: PluginRequest): unknown {
  if (parsed.ok) return parsed.value;
  throw errors.PLUGIN_OPTIONS({ mount, details: describeIssues(parsed.issues) }, { position });
}
