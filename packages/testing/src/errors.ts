import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  CHECK_FAILED: {
    message: (p: { owner: string; check: string; problem: string }) => `${p.owner} ${p.check}: ${p.problem}`,
  },
  CALL_ENDLESS: {
    message: (p: { what: string; ms: number }) => `${p.what} has not ended after ${p.ms} ms`,
    fix: () => 'Give each wait an end, and stop when context.signal aborts. A case that needs longer says so with limitMs.',
  },
  MANIFEST_NOT_BUILT: {
    message: (p: { file: string; problem: string }) => `The manifest is made from ${p.file}, which does not load: ${p.problem}`,
    fix: () => 'Compile the plugin first. In a package of the template: npm run build.',
  },
  MANIFEST_NO_PLUGIN: {
    message: (p: { file: string }) => `${p.file} has no plugin as default export.`,
    fix: () => 'Write export default definePlugin({ … }).',
  },
  MANIFEST_COMMAND: {
    message: (p: { module: string; problem: string }) =>
      `The command module ${p.module} of the manifest cannot be used: ${p.problem}.`,
    fix: () => 'Compile the package first. The module exports a command by default: export default defineCommand({ … }, run).',
  },
  MOCK_API_ADDRESS: {
    message: (p: { address: unknown }) => `The mock API expected a TCP address, the server has ${JSON.stringify(p.address)}.`,
  },
  PLUGIN_DOCTOR_NO_PACKAGE: {
    message: (p: { dir: string }) => `There is no package.json in ${p.dir}.`,
    fix: () => 'Name the folder of the plugin package: loadout plugin doctor DIR.',
  },
  OPTIONS_REFUSED: {
    message: (p: { name: string; details: string }) =>
      `The plugin ${p.name} does not take the options of this test: ${p.details}.`,
    fix: () => 'Give mountPlugin options as a configuration has them. The schema of the plugin says which.',
  },
  OPTIONS_UNGUESSED: {
    message: (p: { path: string }) => `No value could be guessed for ${p.path}, and setup needs one.`,
    fix: () => 'Add a fitting value to the schema: examples: [value].',
  },
};

export const errors = defineErrors(table);
