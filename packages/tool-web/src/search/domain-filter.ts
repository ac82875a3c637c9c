/** A domain as a host name: `https://Example.com/x` and `*.example.com` mean example.com too. `undefined` when it is none. */
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

/** Whether a result may be shown. Its URL is taken apart by the URL standard, so no part of it but the host counts. */
export function passesDomains(url: URL, { allowedDomains, blockedDomains }: DomainLists): boolean {
  const host = url.hostname.replace(/\.$/, '');
  if (blockedDomains.some((domain) => isWithin(host, domain))) return false;
  return allowedDomains.length === 0 || allowedDomains.some((domain) => isWithin(host, domain));
}
