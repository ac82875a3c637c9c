import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isObject, type JsonSchema } from '@loadout/core';
import { placeOf } from '../document/flatten.js';
import { dotted } from '../document/node.js';
import { errors } from '../errors.js';
import { type CheckContext, packageFor, tell } from './check-context.js';
import { checkOptions } from './check-options.js';

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
  checkOptions({ schema, value: servers, base: path }, context, (p) => errors.CONFIG_MCP_SERVER_INVALID(p));
  for (const [key, server] of Object.entries(servers)) checkServer(key, server, context);
}

type Server = Readonly<Record<string, unknown>>;

interface Problem {
  /** The key with the problem. Absent: the server as a whole. */
  readonly at?: string | undefined;
  readonly problem: string;
  readonly fix: string;
  readonly isWarning?: true | undefined;
}

const NAME = /^[A-Za-z0-9](?!.*__)[\w.-]*$/;

/** Checks one server: its name, its program or its address, and what would go over the wire (N9). */
function checkServer(key: string, server: Server, context: CheckContext): void {
  const { flat } = context;
  const at = ['mcpServers', key];
  const place = placeOf(flat, at, 'key');
  const rule = 'letters, digits, dots, hyphens and underscores, without "__", which separates the server from the tool';
  // The name of a plugin's server has the plugin before it: plugin:review:db.
  if (!NAME.test(place?.foreign === true ? key.replace(/^plugin:[\w-]+:/, '') : key))
    tell(errors.CONFIG_NAME({ name: key, kind: 'an MCP server', rule }), at, { ...context, at: 'key' });
  const found = serverProblem(server, { cwd: context.cwd, hidden: flat.hidden.has(dotted([...at, 'url'])) });
  if (found === undefined) return;
  const { at: part, problem, fix, isWarning } = found;
  const path = part === undefined ? at : [...at, part];
  const error = errors.CONFIG_MCP_SERVER_INVALID({ path: dotted(path), problem, fix });
  tell(error, path, { ...context, isWarning, ...(part === undefined ? { at: 'key' } : {}) });
}

interface Surroundings {
  readonly cwd: string;
  /** Whether the address must not be shown. */
  readonly hidden: boolean;
}

/** The first problem of a server. The others are often its consequences. */
export function serverProblem(server: Server, context: Surroundings): Problem | undefined {
  const { type, command, url } = server;
  if (server.registry !== undefined && command === undefined && url === undefined) return unresolved(server);
  if (command !== undefined && url !== undefined)
    return {
      at: 'url',
      problem: 'stands beside command, and a server has one of the two',
      fix: 'Remove command, or remove url.',
    };
  if (type === undefined && command === undefined && url === undefined)
    return { problem: 'has neither command nor url', fix: 'Add command: <program>, or url: https://…' };
  const isProgram = type === undefined ? command !== undefined : type === 'stdio';
  return isProgram ? programProblem(server, context) : addressProblem(server, context);
}

/** A server of a registry becomes a command or an address where its file is read. What a program gives has no lock. */
const unresolved = ({ registry }: Server): Problem => ({
  at: 'registry',
  problem: `is ${JSON.stringify(registry)}, and only a server in a configuration file is looked up`,
  fix: 'Write the server under mcpServers of a file, or of a profile in it.',
});

function programProblem({ command, url, cwd }: Server, context: Surroundings): Problem | undefined {
  if (url !== undefined)
    return { at: 'url', problem: 'cannot be used, because the type is stdio', fix: 'Write type: http, or command.' };
  if (command === undefined) return { problem: 'needs a command, as type stdio does', fix: 'Add command: <program>.' };
  if (typeof command !== 'string') return undefined;
  if (command.trim() === '') return { at: 'command', problem: 'must not be an empty text', fix: 'Name a program.' };
  const file = resolve(context.cwd, typeof cwd === 'string' ? cwd : '.', command);
  if (!/\s/.test(command) || (command === command.trim() && existsSync(file))) return undefined;
  const [program = '', ...args] = command.trim().split(/\s+/);
  const fix =
    args.length === 0 ? `Write ${JSON.stringify(program)}.` : `Write command: ${program}, and args: ${JSON.stringify(args)}`;
  return { at: 'command', problem: `is ${JSON.stringify(command)}, which is not the name of one program`, fix };
}

function addressProblem(server: Server, { hidden }: Surroundings): Problem | undefined {
  const { type, command, url } = server;
  if (command !== undefined)
    return { at: 'command', problem: `cannot be used, because the type is ${String(type)}`, fix: 'Write type: stdio, or url.' };
  if (url === undefined) return { problem: `needs a url, as type ${String(type)} does`, fix: 'Add url: https://…' };
  if (typeof url !== 'string') return undefined;
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol) || url !== url.trim()) {
    const shown = hidden ? '***' : JSON.stringify(url);
    return { at: 'url', problem: `must be an address with http: or https:, is ${shown}`, fix: 'Write it as https://host/path.' };
  }
  if (address.username !== '' || address.password !== '')
    return { at: 'url', problem: 'has a name or a password in it', fix: 'Write headers: { Authorization: … }, with a secret.' };
  return headerProblem(server) ?? plainProblem(server, address);
}

function headerProblem({ headers }: Server): Problem | undefined {
  if (!isObject(headers)) return undefined;
  const wrong = Object.entries(headers).find(
    ([name, value]) => !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || (typeof value === 'string' && /[\0\r\n]|[^\0-\xff]/.test(value)),
  );
  if (wrong === undefined) return undefined;
  return {
    at: 'headers',
    problem: `holds ${JSON.stringify(wrong[0])}, which cannot be sent`,
    fix: 'Write it on one line, in Latin letters.',
  };
}

/** Finds an address of another machine without encryption: others can read on the way. */
function plainProblem(server: Server, { protocol, hostname, search }: URL): Problem | undefined {
  if (protocol === 'https:' || /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)) return undefined;
  const key = ['headers', 'headersHelper', 'oauth'].find((name) => server[name] !== undefined);
  const fix = `Write https:, or reach ${hostname} through a tunnel that ends on this machine.`;
  if (key === undefined && search === '')
    return { at: 'url', problem: `sends what the agent does to ${hostname} without encryption`, fix, isWarning: true };
  return { at: 'url', problem: `sends ${key ?? 'its query'} to ${hostname} without encryption`, fix };
}
