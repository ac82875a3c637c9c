import { askJson } from './ask-json.js';
import { hitsOf, listAt } from './hits-of.js';
import type { SearchProvider } from './provider.js';
import type { ProviderConfig } from './provider-config.js';
import { siteQuery } from './site-query.js';

/** An instance answers with JSON only if `search.formats` in its settings.yml has it, else with 403. Source: https://docs.searxng.org/dev/search_api.html */
export const searxng = ({ apiKey, baseUrl = '' }: ProviderConfig): SearchProvider => ({
  name: 'searxng',
  async search(request) {
    const query = new URLSearchParams({ q: siteQuery(request), format: 'json' });
    const answer = await askJson(
      {
        url: `${baseUrl}/search?${query}`,
        headers: apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` },
        signal: request.signal,
      },
      { provider: 'searxng', apiKey: apiKey === '' ? undefined : apiKey },
    );
    return hitsOf(listAt(answer, 'results'), (entry) => entry.content);
  },
});
