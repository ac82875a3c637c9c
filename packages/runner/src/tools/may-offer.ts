import { MCP_INPUT, toolMatcher } from '@loadout/core/run';

/** Returns whether a name with this prefix could match the names and patterns that an agent lists. `undefined` lists all. */
export function mayOffer(
  prefix: string,
  { allowed, disallowed }: { readonly allowed: readonly string[] | undefined; readonly disallowed: readonly string[] },
): boolean {
  const server = prefix.replace(/__$/, '');
  const any = { name: `${prefix}\u0000`, aliases: [], origin: { server: server.replace(/^mcp__/, '') } };
  const takenAway = disallowed.some((pattern) => toolMatcher(pattern)(any));
  if (takenAway) return false;
  return (
    allowed?.some((pattern) => {
      const [head = ''] = pattern.split('*', 1);
      if (!pattern.includes('*')) return pattern === MCP_INPUT || pattern === server || pattern.startsWith(prefix);
      return head.startsWith(prefix) || prefix.startsWith(head);
    }) ?? true
  );
}
