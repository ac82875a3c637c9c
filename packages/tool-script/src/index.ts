import { ownPlugin } from '@loadout/core';
import type { Declaration } from './check/declaration.js';
import { optionsSchema } from './options.js';

export { errors, table as errorTable } from './errors.js';

export default ownPlugin({
  name: 'script',
  options: optionsSchema,
  setup({ options, configDir, stateDir }) {
    const declared = Object.entries((options.tools ?? {}) as Readonly<Record<string, Declaration>>);
    if (declared.length === 0) return { tools: [] };
    return import('./script-tools.js').then(({ scriptTools }) => scriptTools(declared, { configDir, stateDir }));
  },
});
