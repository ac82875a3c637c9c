import type { JsonSchema } from '@loadout/core';
import { errors } from '../errors.js';
import { serverSlip } from '../validate/known-slips.js';
import { type CheckContext, packageFor, tell } from './check-context.js';
import { checkOptions } from './check-options.js';
import { checkServer } from './check-server.js';

const MCP = '@loadout/mcp';

/** Checks every server against the schema of `@loadout/mcp`, which needs no mount. */
export function checkMcpServers(context: CheckContext): void {
  const servers = context.document.mcpServers ?? {};
  if (Object.keys(servers).length === 0) return;
  const path = ['mcpServers'];
  const manifest = packageFor(MCP, context)?.manifest;
  if (manifest === undefined) {
    tell(errors.CONFIG_PLUGIN_MISSING({ what: 'mcpServers', use: MCP }), path, { ...context, at: 'key' });
    return;
  }
  const { servers: schema } = (manifest.options?.properties ?? {}) as { readonly servers?: JsonSchema };
  checkOptions({ schema, value: servers, base: path, slip: serverSlip }, context, (p) => errors.CONFIG_MCP_SERVER_INVALID(p));
  for (const [key, server] of Object.entries(servers)) checkServer(key, server, context);
}
