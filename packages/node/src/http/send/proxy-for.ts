type Env = Readonly<Record<string, string | undefined>>;

/** The proxy of an address: the given one, or that of the environment. Undefined: requests go to the address itself. Source: W22. */
export function proxyFor(
  address: string,
  { given, env }: { readonly given: string | undefined; readonly env: Env },
): URL | undefined {
  const { protocol, hostname, port } = new URL(address);
  const named = protocol === 'https:' ? (env.HTTPS_PROXY ?? env.https_proxy) : (env.HTTP_PROXY ?? env.http_proxy);
  const proxy = given ?? (isExcepted({ hostname, port }, env.NO_PROXY ?? env.no_proxy ?? '') ? undefined : named);
  if (proxy === undefined || proxy.trim() === '') return undefined;
  return new URL(proxy.includes('://') ? proxy : `http://${proxy}`);
}

/** Whether NO_PROXY names the host: `*`, `host`, `.domain`, `*.domain`, each also with a port. A name covers its subdomains. */
const isExcepted = (host: { readonly hostname: string; readonly port: string }, list: string): boolean =>
  list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => names(entry.toLowerCase(), host));

function names(entry: string, { hostname, port }: { readonly hostname: string; readonly port: string }): boolean {
  if (entry === '*') return true;
  const [, name = '', onPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (onPort !== undefined && onPort !== port) return false;
  const bare = name.replace(/^\*?\./, '');
  return hostname === bare || hostname.endsWith(`.${bare}`);
}
