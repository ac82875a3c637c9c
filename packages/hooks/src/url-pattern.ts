import { matchesWildcard } from '@loadout/core/run';

/**
 * Tests whether a pattern matches an address. `*` matches any text of its part, and a part of an address holds no end of another: the part
 * before the first `/` decides where the event goes. A pattern without a path matches the whole host.
 */
export function fitsPattern(pattern: string, url: URL): boolean {
  const [, scheme = '*://', host = '', path = '/*'] = /^([^/]*:\/\/)?([^/]*)(\/.*)?$/s.exec(pattern) ?? [];
  return (
    matchesWildcard(scheme, `${url.protocol}//`) &&
    (matchesWildcard(host, url.host) || matchesWildcard(host, url.hostname)) &&
    matchesWildcard(path, url.pathname + url.search)
  );
}
