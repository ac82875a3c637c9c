import { definePlugin } from '@loadout/core';
import { bashTool } from './bash-tool.js';
import { optionsSchema } from './options.js';
import { createLastFolder } from './run/last-folder.js';

export { errors, table as errorTable } from './errors.js';

export default definePlugin({
  name: 'shell',
  options: optionsSchema,
  setup({ options }) {
    const lastFolder = createLastFolder();
    const env = Object.fromEntries(Object.entries(options.env ?? {}).map(([name, value]) => [name, String(value)]));
    return { tools: [bashTool({ env, lastFolder })], dispose: () => lastFolder.dispose() };
  },
});
