import type { ServerLink } from './server-link.js';

/** Starts that are shorter need no word. */
const QUIET_MS = 2_000;
const AGAIN_MS = 10_000;

/** Names the servers that are still awaited, after a moment and then from time to time, until `end` is called. */
export function tellWait(
  links: readonly Pick<ServerLink, 'server' | 'state'>[],
  tell: (message: string) => void,
): { readonly end: () => void } {
  const began = performance.now();
  const say = () => {
    const keys = links.filter(({ state }) => state === 'pending').map(({ server }) => server.key);
    const seconds = Math.round((performance.now() - began) / 1000);
    if (keys.length > 0)
      tell(`Waiting for the MCP ${keys.length === 1 ? 'server' : 'servers'} ${keys.join(', ')} (${seconds} s)…`);
    timer = setTimeout(say, AGAIN_MS);
  };
  let timer = setTimeout(say, QUIET_MS);
  return { end: () => clearTimeout(timer) };
}
