/**
 * Whether an address is one that a pattern means. `*` is anything, but in the host nothing that ends a host: what stands
 * before the first `/` decides where the event goes. A pattern without a path means all of its host.
 */
export function fitsPattern(pattern: string, url: URL): boolean {
  const [, scheme = '*://', host = '', path = '/*'] = /^([^/]*:\/\/)?([^/]*)(\/.*)?$/s.exec(pattern) ?? [];
  return (
    matches(scheme, `${url.protocol}//`, '[a-z]*') &&
    (matches(host, url.host, '[^/?#@]*') || matches(host, url.hostname, '[^/?#@]*')) &&
    matches(path, url.pathname + url.search, '.*')
  );
}

function matches(pattern: string, text: string, star: string): boolean {
  const source = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${source.join(star)}$`, 's').test(text);
}
