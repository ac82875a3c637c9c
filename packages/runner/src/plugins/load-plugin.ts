import { join } from 'node:path';
import {
  compileSchema,
  errors as coreErrors,
  describeIssues,
  isLoadoutError,
  PLUGIN_API,
  type Plugin,
  type PluginParts,
  type PluginPlan,
  type Position,
} from '@loadout/core';
import { errors } from '../errors.js';
import { resolvePlugin } from './resolve-plugin.js';

/** A plugin that is set up: what it offers, under the name that its tools are known by. */
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

/** Steps 2 to 4 of a plugin's life. Throws PLUGIN_*, each with the position of its entry. */
export async function loadPlugin(
  request: PluginRequest,
  { configDir, stateDir }: { readonly configDir: string; readonly stateDir: string },
): Promise<Mounted> {
  const plugin = request.plugin ?? (await importPlugin(request, configDir));
  if (plugin.api !== PLUGIN_API)
    throw coreErrors.PLUGIN_API({ plugin: request.use, found: plugin.api, expected: PLUGIN_API }, { position: request.position });
  const options = await parseOptions(plugin, request);
  try {
    const parts = await plugin.setup({
      options: options as never,
      mount: request.mount,
      configDir,
      stateDir: join(stateDir, 'plugins', folderName(plugin.name)),
    });
    return {
      mount: request.mount,
      use: request.use,
      firstParty: request.use.startsWith('@loadout/'),
      parts,
      overrides: request.overrides ?? {},
    };
  } catch (cause) {
    if (isLoadoutError(cause)) throw cause;
    throw errors.PLUGIN_FAILED(
      { use: request.use, problem: cause instanceof Error ? cause.message : String(cause) },
      { cause, position: request.position },
    );
  }
}

const folderName = (plugin: string) => plugin.replace(/[^\w.-]/g, '_').replace(/^\.+/, '_');

async function importPlugin({ use, mount, position }: PluginRequest, configDir: string): Promise<Plugin> {
  const url = resolvePlugin(use, configDir);
  if (url === undefined) throw errors.PLUGIN_NOT_FOUND({ use, mount, from: configDir }, { position });
  let module: { default?: unknown };
  try {
    module = await import(url);
  } catch (cause) {
    throw errors.PLUGIN_INVALID(
      { use, problem: `its module does not load: ${cause instanceof Error ? cause.message : String(cause)}` },
      { cause, position },
    );
  }
  if (!isPlugin(module.default))
    throw errors.PLUGIN_INVALID({ use, problem: 'its module has no plugin as default export' }, { position });
  return module.default;
}

function isPlugin(value: unknown): value is Plugin {
  return (
    typeof value === 'object' &&
    value !== null &&
    'setup' in value &&
    typeof value.setup === 'function' &&
    'name' in value &&
    'api' in value
  );
}

async function parseOptions(
  plugin: Plugin,
  { options, mount, position }: { options: unknown; mount: string; position?: Position | undefined },
): Promise<unknown> {
  if (plugin.options === undefined) {
    const given = Object.keys((options as object | undefined) ?? {});
    if (given.length > 0)
      throw errors.PLUGIN_OPTIONS({ mount, details: `it takes none, but has ${given.join(', ')}` }, { position });
    return {};
  }
  const parsed = await compileSchema(plugin.options, `the options of ${plugin.name}`).parse(options ?? {});
  if (!parsed.ok) throw errors.PLUGIN_OPTIONS({ mount, details: describeIssues(parsed.issues) }, { position });
  return parsed.value;
}
