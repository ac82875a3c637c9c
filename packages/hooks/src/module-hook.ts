import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type HookAnswer, type HookContext, type HookInput, messageOf } from '@loadout/core';
import { hookKind } from './entry.js';
import { errors } from './errors.js';

type HookFunction = (input: HookInput, toolUseId: string | undefined, context: HookContext) => HookAnswer | Promise<HookAnswer>;

/** A function of a JavaScript or TypeScript module: `use: ./hooks.ts#blockProduction`, without `#` its default export. */
export const moduleHook = hookKind<{ readonly use: string }>(
  {
    type: 'module',
    properties: { use: { type: 'string', minLength: 1, description: 'path#export, relative to the configuration file.' } },
    required: ['use'],
  },
  async ({ use }, { configDir, position }) => {
    const [path = '', name = 'default'] = use.split('#');
    let module: Readonly<Record<string, unknown>>;
    try {
      module = await importModule(resolve(configDir, path));
    } catch (cause) {
      throw errors.HOOK_MODULE_NOT_FOUND(
        { use, problem: messageOf(cause).replace(/ imported from .*$/, '') },
        { cause, position },
      );
    }
    const run = module[name];
    if (typeof run !== 'function') throw errors.HOOK_MODULE_INVALID({ use, name, exports: Object.keys(module) }, { position });
    return { name: `module ${use}`, run: run as HookFunction };
  },
);

/** Imports a module. Node 20 does not read TypeScript itself, so jiti does, without a cache that the project could write. */
async function importModule(file: string): Promise<Readonly<Record<string, unknown>>> {
  if (!/\.[cm]?ts$/.test(file)) return import(pathToFileURL(file).href);
  const { createJiti } = await import('jiti');
  return createJiti(import.meta.url, { fsCache: false }).import(file);
}
