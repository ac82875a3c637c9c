import { ownPlugin } from '@loadout/core';
import { publicNetwork } from './address/network.js';
import { createPageCache } from './fetch/page-cache.js';
import { webFetchTool } from './fetch/web-fetch-tool.js';
import { optionsSchema } from './options.js';
import { SearchCount } from './search/search-count.js';
import { webSearchTool } from './search/web-search-tool.js';

export { errors, table as errorTable } from './errors.js';
export type { SearchHit, SearchRequest } from './search/provider.js';
export { SearchProvider } from './search/provider.js';

export default ownPlugin({
  name: 'web',
  options: optionsSchema,
  setup({ options }) {
    const cache = createPageCache({ seconds: options.cacheSeconds });
    const network = publicNetwork(options.allowHosts);
    return {
      tools: [webFetchTool({ options, network, cache }), webSearchTool(options)],
      services: [{ service: SearchCount, create: () => ({ made: 0 }) }],
      dispose: () => cache.clear(),
    };
  },
});
