/**
 * Normalises a domain to a host name: `https://Example.com/x` and `*.example.com` become example.com. `undefined` if it is
 * invalid.
 */
export function domainOf(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
    .replace(/^\*\./, '');
  const url = `http://${bare}`;
  if (bare === '' || /[\s*]/.test(bare) || !URL.canParse(url)) return undefined;
  return new URL(url).hostname.replace(/\.$/, '') || undefined;
}

const isWithin = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

export interface DomainLists {
  readonly allowedDomains: readonly string[];
  readonly blockedDomains: readonly string[];
}

/** Tests whether a result may be shown. Only the host of its URL counts, as the URL standard parses it. */
export function passesDomains(url: URL, { allowedDomains, blockedDomains }: DomainLists): boolean {
  const host = url.hostname.replace(/\.$/, '');
  if (blockedDomains.some((domain) => isWithin(host, domain))) return false;
  return allowedDomains.length === 0 || allowedDomains.some((domain) => isWithin(host, domain));
}
