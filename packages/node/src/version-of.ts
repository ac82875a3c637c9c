import { createRequire } from 'node:module';

/** Returns the version of the package that a module belongs to, from wherever its built files stand. `module`: its `import.meta.url`. */
export const versionOf = (name: string, module: string): string =>
  (createRequire(module)(`${name}/package.json`) as { readonly version: string }).version;
