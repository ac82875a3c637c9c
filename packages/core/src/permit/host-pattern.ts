import type { PermissionRule } from '../contract/permission.js';

/**
 * Returns the host that a fetch would contact. The URL standard parses the URL, not a pattern of our own:
 * `http://evil.example\@good.example/` goes to evil.example.
 */
export function hostOf(url: string): string | undefined {
  try {
    return new URL(url).hostname.replace(/\.$/, '') || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a rule matches the host of a URL. `domain:example.com` is that host; `domain:*.example.com` is any host below
 * it, not the host itself; deny and ask rules may say `domain:*`.
 */
export function hostMatches(rule: PermissionRule, url: string): boolean {
  const wanted = /^domain:(.+)$/.exec(rule.specifier ?? '')?.[1]?.trim();
  if (wanted === undefined) return false;
  if (wanted === '*') return rule.behavior !== 'allow';
  const host = hostOf(url);
  const below = wanted.startsWith('*.');
  const named = hostOf(`http://${below ? wanted.slice(2) : wanted}`);
  if (host === undefined || named === undefined) return false;
  return below ? host.endsWith(`.${named}`) : host === named;
}
