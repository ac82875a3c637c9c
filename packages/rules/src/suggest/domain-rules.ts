import { getDomain } from 'tldts';
import { type Candidate, ENOUGH } from './candidate.js';
import type { ExactRule } from './exact-rules.js';
import { familyRule } from './family-rule.js';

/**
 * Proposes a rule for a domain of which several hosts were approved. A domain under which anybody can have a host, as `github.io`, is a
 * public suffix and has no rule.
 */
export function domainRules(exact: readonly ExactRule[]): readonly Candidate[] {
  const groups = new Map<string, { readonly tool: string; readonly domain: string; readonly ones: ExactRule[] }>();
  for (const one of exact) {
    const domain = domainOf(one);
    if (domain === undefined) continue;
    const { tool } = one.rule;
    const key = JSON.stringify([tool, domain]);
    const group = groups.get(key) ?? { tool, domain, ones: [] };
    group.ones.push(one);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(({ tool, domain, ones }): readonly Candidate[] => {
    if (ones.length < ENOUGH) return [];
    const covers = ones.map(({ text }) => text);
    return [{ ...familyRule(tool, `domain:*.${domain}`), width: 'domain', covers, example: `fetch https://other.${domain}/` }];
  });
}

const OPTIONS = { allowPrivateDomains: true, validateHostname: true } as const;

/** The registered domain above the host of a rule. The host itself is none, since `*.domain` does not match the domain. */
function domainOf({ rule, part }: ExactRule): string | undefined {
  const host = /^domain:([a-z0-9.-]+)$/.exec(rule.specifier ?? '')?.[1];
  if (host === undefined || part?.kind !== 'fetch') return undefined;
  const domain = getDomain(host, OPTIONS) ?? undefined;
  return domain === host ? undefined : domain;
}
