import { builtModule, packagesOf } from './workspace.mjs';

/**
 * The packages with their built modules: `{ loaded, failures }`. A package that does not load is a failure and is left out.
 * `module` is `undefined` for a package without an entry, such as a bare command.
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

/** The plugin of a package, which is its default export. */
export const pluginOf = ({ module }) => (typeof module?.default?.setup === 'function' ? module.default : undefined);
