import { isObject } from '@loadout/core';
import { errors } from '../errors.js';
import { askJson } from './ask-json.js';
import { hitsOf, listAt } from './hits-of.js';
import type { SearchHit, SearchProvider } from './provider.js';
import type { ProviderConfig } from './provider-config.js';

/** The API's own search tool, called by a model that has to call it. Source: the types of @anthropic-ai/sdk 1.12.0. */
export const anthropic = ({ apiKey, model, baseUrl = 'https://api.anthropic.com' }: ProviderConfig): SearchProvider => ({
  name: 'anthropic',
  async search({ query, allowedDomains, blockedDomains, signal }) {
    const tool = {
      type: 'web_search_20260318',
      name: 'web_search',
      max_uses: 1,
      // Called by the model and not from code, whose results would stay on the server.
      allowed_callers: ['direct'],
      ...(allowedDomains.length === 0 ? {} : { allowed_domains: allowedDomains }),
      ...(blockedDomains.length === 0 ? {} : { blocked_domains: blockedDomains }),
    };
    const body = {
      model,
      max_tokens: 2048,
      tools: [tool],
      tool_choice: { type: 'tool', name: 'web_search' },
      messages: [
        {
          role: 'user',
          content: `Search the web for exactly this query, then say in one cited line what each result tells:\n${query}`,
        },
      ],
    };
    const headers = { authorization: `Bearer ${apiKey}`, 'anthropic-version': '2026-10-21' };
    const answer = await askJson({ url: `${baseUrl}/v1/messages`, headers, body, signal }, { provider: 'anthropic', apiKey });
    return readAnswer(answer);
  },
});

function readAnswer(answer: unknown): readonly SearchHit[] {
  const blocks = listAt(answer, 'content');
  const results = blocks.filter((block) => block.type === 'web_search_tool_result');
  const hits = results.flatMap((block) => listAt(block, 'content'));
  const failure = results.map((block) => block.content).find((one) => isObject(one));
  if (hits.length === 0 && failure !== undefined)
    throw errors.WEB_SEARCH_FAILED({ provider: 'anthropic', reason: `the search tool answered ${String(failure.error_code)}` });
  // The text of a result is encrypted, but the model's citations of it are readable.
  const cited = new Map<unknown, unknown>();
  for (const citation of blocks.flatMap((block) => listAt(block, 'citations')))
    if (!cited.has(citation.url)) cited.set(citation.url, citation.cited_text);
  return hitsOf(hits, (entry) => cited.get(entry.url));
}
