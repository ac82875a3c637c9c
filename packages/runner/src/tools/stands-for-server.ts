/** Returns whether a tool is the place of an MCP server that is started at its first use. The MCP client marks such a tool. */
export function standsForServer(tool: object): boolean {
  const { mcp } = tool as { readonly mcp?: { readonly standsForServer?: unknown } | undefined };
  return mcp?.standsForServer === true;
}
