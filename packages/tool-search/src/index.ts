import { ownPlugin } from '@loadout/core';
import { errors } from './errors.js';
import { optionsSchema } from './options.js';
import { searchTool } from './search-tool.js';

export { errors, table as errorTable } from './errors.js';

export default ownPlugin({
  name: 'search',
  options: optionsSchema,
  setup({ options, stateDir }) {
    const names = options.sources.map(({ name }) => name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw errors.SEARCH_SOURCE_TWICE({ name: twice });
    return { tools: [searchTool({ options, stateDir })] };
  },
});
