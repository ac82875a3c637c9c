import { askJson } from './ask-json.js';
import { hitsOf, listAt } from './hits-of.js';
import type { SearchProvider } from './provider.js';
import type { ProviderConfig } from './provider-config.js';

/** Source: https://docs.exa.ai/reference/search */
export const exa = ({ apiKey, baseUrl = 'https://api.exa.ai' }: ProviderConfig): SearchProvider => ({
  name: 'exa',
  async search({ query, count, allowedDomains, blockedDomains, signal }) {
    const body = {
      query,
      numResults: count,
      contents: { highlights: true },
      ...(allowedDomains.length === 0 ? {} : { includeDomains: allowedDomains }),
      ...(blockedDomains.length === 0 ? {} : { excludeDomains: blockedDomains }),
    };
    const answer = await askJson(
      { url: `${baseUrl}/search`, headers: { 'x-api-key': apiKey }, body, signal },
      { provider: 'exa', apiKey },
    );
    return hitsOf(listAt(answer, 'results'), ({ highlights, summary, text }) =>
      Array.isArray(highlights) && highlights.length > 0 ? highlights.join(' … ') : (summary ?? text),
    );
  },
});
