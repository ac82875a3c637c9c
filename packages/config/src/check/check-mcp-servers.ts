import { type JsonSchema, nearest } from '@loadout/core';
import { placeOf } from '../document/flatten.js';
import { dotted } from '../document/node.js';
import { errors } from '../errors.js';
import { readManifest } from '../packages/find-package.js';
import { searchOrder } from '../packages/search-order.js';
import type { CheckContext } from './check-context.js';
import { checkOptions } from './check-options.js';

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
  checkOptions({ schema: properties?.servers, value: document.mcpServers, base: path }, context, (p) =>
    errors.CONFIG_MCP_SERVER_INVALID(p),
  );
  for (const [key, server] of Object.entries(document.mcpServers ?? {})) checkTarget(key, server, context);
}

/** Checks that a server has either a program or an address. */
function checkTarget(key: string, server: Readonly<Record<string, unknown>>, { report, flat, failed }: CheckContext): void {
  const tell = (name: string | undefined, problem: string, fix: string) => {
    const path = ['mcpServers', key, ...(name === undefined ? [] : [name])];
    if (failed.has(dotted(path)) || (name !== undefined && typeof server[name] !== 'string')) return;
    const error = errors.CONFIG_MCP_SERVER_INVALID({ path: dotted(path), problem, fix });
    report.error(error, { path, place: placeOf(flat, path, name === undefined ? 'key' : 'value') });
  };
  const { type, command, url } = server;
  const isProgram = type === undefined ? command !== undefined : type === 'stdio';
  if (type === undefined && command === undefined && url === undefined)
    tell(undefined, 'has neither command nor url', 'Add command: <program>, or url: https://…');
  else if (isProgram && command === undefined) tell(undefined, 'needs a command, as type stdio does', 'Add command: <program>.');
  else if (isProgram && command === '') tell('command', 'must not be an empty text', 'Name a program.');
  else if (!isProgram && url === undefined) tell(undefined, `needs a url, as type ${String(type)} does`, 'Add url: https://…');
  else if (!isProgram && !isWebAddress(url))
    tell(
      'url',
      `must be an address with http: or https:, is ${shown(['mcpServers', key, 'url'], { url, flat })}`,
      'Write it as https://host/path.',
    );
}

const shown = (path: readonly string[], { url, flat }: { readonly url: unknown; readonly flat: CheckContext['flat'] }): string =>
  flat.hidden.has(dotted(path)) ? '***' : JSON.stringify(url);

function isWebAddress(url: unknown): boolean {
  try {
    return /^https?:$/.test(new URL(String(url)).protocol);
  } catch {
    return false;
  }
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
