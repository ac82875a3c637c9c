import type { PermissionRule } from '../contract/permission.js';

/**
 * The host as the one who fetches will read it. A URL is taken apart by the URL standard and not by a pattern of our own:
 * `http://evil.example\@good.example/` goes to evil.example.
 */
export function hostOf(url: string): string | undefined {
  try {
    return new URL(url).hostname.replace(/\.$/, '') || undefined;
  } catch {
    return undefined;
  }
}

/** `domain:example.com` is that host, `domain:*.example.com` any below it and not itself; deny and ask may say `domain:*`. */
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
