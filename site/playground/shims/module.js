/** Plugins are part of the bundle: `require` of the module of a package gives the one that the bundle has under its name. */
const PLUGINS = new Map();
export const offerModule = (name, module) => PLUGINS.set(name, module);

/** The module that an import asks for, by the name of its package or the address of its file. */
globalThis.importBundled = async (name) => createRequire()(name);

export function createRequire() {
  const require = (entry) => {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(entry)?.[1] ?? entry;
    const found = PLUGINS.get(name);
    if (found === undefined) throw new Error(`${name} is not part of the playground`);
    return found;
  };
  require.resolve = (name) => {
    throw new Error(`${name} is not part of the playground`);
  };
  return require;
}
export const builtinModules = [];
export const isBuiltin = () => false;
export const register = () => {};
export const findPackageJSON = () => undefined;

import * as all from './module.js';

export default all;
