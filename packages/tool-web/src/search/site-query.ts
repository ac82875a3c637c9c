import type { SearchRequest } from './provider.js';

/** The query with the domain lists in it, in the words that nearly every search engine knows. */
export function siteQuery({ query, allowedDomains, blockedDomains }: SearchRequest): string {
  const sites = allowedDomains.map((domain) => `site:${domain}`);
  const wanted = sites.length > 1 ? `(${sites.join(' OR ')})` : (sites[0] ?? '');
  return [query, wanted, ...blockedDomains.map((domain) => `-site:${domain}`)].filter((part) => part !== '').join(' ');
}
