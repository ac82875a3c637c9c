import type { ServerLink } from './server-link.js';

/**
 * Whether a server starts before the first request. A server whose approved tools are known starts at its first call, unless the
 * run needs it or the file says otherwise. Source: G1, MCP-06.
 */
export function startsAtOnce({ server: { config }, listing }: Pick<ServerLink, 'server' | 'listing'>): boolean {
  if (config.start === 'required' || config.start === 'eager') return true;
  if (listing.isKept) return false;
  return config.start !== 'lazy' || config.alwaysLoad === true;
}
