/**
 * Tests whether a pattern matches an address. `*` matches any text, but in the host it does not match characters that end a host:
 * the part before the first `/` decides where the event goes. A pattern without a path matches the whole host.
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
