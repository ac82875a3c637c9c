import { builtModule, packagesOf } from './workspace.mjs';

/**
 * The packages with their built modules: `{ loaded, failures }`. One that does not load is a failure and is left out. `module`
 * is `undefined` for a package without an entry, such as a bare command.
 */
export async function loadPackages(root) {
  const loaded = [];
  const failures = [];
  for (const found of packagesOf(root)) {
    try {
      loaded.push({ ...found, module: await builtModule(found) });
    } catch (error) {
      failures.push(`packages/${found.name}: ${error.message}`);
    }
  }
  return { loaded, failures };
}

/** A plugin package's default export is its plugin. */
export const pluginOf = ({ module }) => (typeof module?.default?.setup === 'function' ? module.default : undefined);
