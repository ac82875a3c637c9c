import { askJson } from './ask-json.js';
import { hitsOf, listAt } from './hits-of.js';
import type { SearchProvider } from './provider.js';
import type { ProviderConfig } from './provider-config.js';
import { siteQuery } from './site-query.js';

/** Source: https://api-dashboard.search.brave.com/app/documentation/web-search */
export const brave = ({ apiKey, baseUrl = 'https://api.search.brave.com/res/v1' }: ProviderConfig): SearchProvider => ({
  name: 'brave',
  async search(request) {
    const query = new URLSearchParams({ q: siteQuery(request), count: String(request.count), text_decorations: 'false' });
    const answer = await askJson(
      { url: `${baseUrl}/web/search?${query}`, headers: { 'x-subscription-token': apiKey }, signal: request.signal },
      { provider: 'brave', apiKey },
    );
    return hitsOf(listAt(answer, 'web', 'results'), (entry) => entry.description);
  },
});
