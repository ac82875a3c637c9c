import { type JsonSchema, nearest } from '@loadout/core';
import { placeOf } from '../document/flatten.js';
import { dotted } from '../document/node.js';
import { errors } from '../errors.js';
import { readManifest } from '../packages/find-package.js';
import { searchOrder } from '../packages/search-order.js';
import { serverSlip } from '../validate/known-slips.js';
import type { CheckContext } from './check-context.js';
import { checkOptions } from './check-options.js';
import { checkServer } from './check-server.js';

const MCP = '@loadout/mcp';

/**
 * Checks every server against the schema of `@loadout/mcp`, which needs no mount. Also checks the servers that each agent
 * selects.
 */
export function checkMcpServers(context: CheckContext): void {
  const { document, report, flat } = context;
  checkChoices(context);
  if (Object.keys(document.mcpServers ?? {}).length === 0) return;
  const folders = searchOrder(MCP, { project: [context.configDir], own: context.packageRoots });
  const found = folders.map((folder) => readManifest(MCP, folder)).find((one) => one !== undefined);
  const path = ['mcpServers'];
  if (found === undefined) {
    report.error(errors.CONFIG_PLUGIN_MISSING({ what: 'mcpServers', use: MCP }), { path, place: placeOf(flat, path, 'key') });
    return;
  }
  const properties = found.manifest.options?.properties as { readonly servers?: JsonSchema } | undefined;
  const servers = { schema: properties?.servers, value: document.mcpServers, base: path, slip: serverSlip };
  checkOptions(servers, context, (p) => errors.CONFIG_MCP_SERVER_INVALID(p));
  for (const [key, server] of Object.entries(document.mcpServers ?? {})) checkServer(key, server, context);
}

function checkChoices({ document, report, flat, failed, absentServers }: CheckContext): void {
  const known = Object.keys(document.mcpServers ?? {});
  const choices = [
    [['defaults'], document.defaults?.mcpServers] as const,
    ...Object.entries(document.agents ?? {}).map(([name, agent]) => [['agents', name], agent.mcpServers] as const),
  ];
  for (const [base, keys] of choices)
    for (const [index, name] of (keys ?? []).entries()) {
      const path = [...base, 'mcpServers', index];
      if (known.includes(name) || absentServers?.has(name) || failed.has(dotted(path))) continue;
      const problem = errors.CONFIG_MCP_SERVER_UNKNOWN({ name, nearest: nearest(name, known), known });
      report.error(problem, { path, place: placeOf(flat, path) });
    }
}
