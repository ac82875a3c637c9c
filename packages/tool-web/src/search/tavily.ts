import { askJson } from './ask-json.js';
import { hitsOf, listAt } from './hits-of.js';
import type { SearchProvider } from './provider.js';
import type { ProviderConfig } from './provider-config.js';

/** Source: https://docs.tavily.com/documentation/api-reference/endpoint/search */
export const tavily = ({ apiKey, baseUrl = 'https://api.tavily.com' }: ProviderConfig): SearchProvider => ({
  name: 'tavily',
  async search({ query, count, allowedDomains, blockedDomains, signal }) {
    const body = { query, max_results: count, include_domains: allowedDomains, exclude_domains: blockedDomains };
    const answer = await askJson(
      { url: `${baseUrl}/search`, headers: { authorization: `Bearer ${apiKey}` }, body, signal },
      { provider: 'tavily', apiKey },
    );
    return hitsOf(listAt(answer, 'results'), (entry) => entry.content);
  },
});
