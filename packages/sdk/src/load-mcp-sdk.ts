import { createRequire } from 'node:module';
import type * as mcp from '@modelcontextprotocol/sdk/server/mcp.js';
import type * as compat from '@modelcontextprotocol/sdk/server/zod-compat.js';
import type * as listing from '@modelcontextprotocol/sdk/server/zod-json-schema-compat.js';
import type * as zod from 'zod/v4';

const load = createRequire(import.meta.url);

/**
 * Loads the MCP SDK with the first server, because it takes longer than all else in this package. A server must be available
 * synchronously, so these are the CommonJS builds.
 */
export const mcpSdk = {
  server: () => load('@modelcontextprotocol/sdk/server/mcp.js') as typeof mcp,
  compat: () => load('@modelcontextprotocol/sdk/server/zod-compat.js') as typeof compat,
  listing: () => load('@modelcontextprotocol/sdk/server/zod-json-schema-compat.js') as typeof listing,
  zod: () => load('zod/v4') as typeof zod,
};
