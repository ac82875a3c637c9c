import { basename, dirname, relative, resolve } from 'node:path';
import { type CommandHost, defineCommand } from '@loadout/core/commands';
import { errors } from '../errors.js';
import { addingFlags, addServer } from './add-server.js';
import { serverArgument } from './load-server.js';
import { type ServerEntry, WHERE } from './servers-file.js';

const definition = {
  name: 'mcp add',
  group: 'more',
  summary: 'Add an MCP server to the configuration.',
  positionals: [
    serverArgument,
    { name: 'target', help: 'The command that starts the server, its URL, or a bundle that ends in .mcpb.' },
    {
      name: 'args',
      optional: true,
      several: true,
      help: 'The arguments of the command. Write -- before a command whose arguments begin with a dash.',
    },
  ],
  flags: [
    ...addingFlags,
    {
      name: 'transport',
      short: 't',
      value: 'TYPE',
      choices: ['stdio', 'http', 'sse'],
      help: 'stdio, http or sse. Default: http for a URL, stdio for a command.',
    },
    { name: 'env', short: 'e', value: 'KEY=VALUE', repeat: true, help: 'Set a variable for the command.' },
    { name: 'header', short: 'H', value: 'HEADER', repeat: true, help: 'Send a header to the URL, such as "X-Key: ${KEY}".' },
  ],
  details: [WHERE, 'The server is disabled until you trust the configuration.'],
  examples: ['docs https://mcp.example.com/mcp', 'tickets -- node tickets-server.mjs --port=4000'],
} as const;

export default defineCommand(definition, async ({ positionals: [key = '', target = '', ...args], flags }, host) => {
  const { env, header, transport = isUrl(target) ? 'http' : 'stdio' } = flags;
  const given = { args, env, header };
  if (isBundle(target)) return addServer(key, { entry: bundleEntry(target, { ...given, flags, host }), flags, host });
  const entry = transport === 'stdio' ? commandEntry(target, given) : urlEntry(target, { ...given, transport });
  return addServer(key, { entry, flags, host });
});

interface Given {
  readonly args: readonly string[];
  readonly env: readonly string[];
  readonly header: readonly string[];
}

const isUrl = (text: string): boolean => /^https?:\/\//.test(text);

/** A bundle is no program: the configuration names it as a source, and `loadout lock` unpacks it. */
const isBundle = (text: string): boolean => /\.(?:mcpb|dxt)$/.test(text);

interface Bundled extends Given {
  readonly flags: { readonly cwd: string | undefined };
  readonly host: CommandHost;
}

const bundleEntry =
  (target: string, { args, env, header, flags, host }: Bundled) =>
  (file: string): ServerEntry => {
    if (args.length + env.length + header.length > 0)
      throw errors.MCP_ENTRY_INVALID({
        problem: 'a bundle gets no arguments, variables and headers',
        expected: 'the bundle alone',
      });
    if (basename(file) === '.mcp.json')
      throw errors.MCP_ENTRY_INVALID({
        problem: 'there is no configuration here, and .mcp.json cannot name a bundle',
        expected: 'an agent.config.yaml; write one with loadout init',
      });
    if (/^https:\/\//.test(target)) return { registry: target };
    const path = relative(dirname(file), resolve(host.cwd, flags.cwd ?? '', target)).replaceAll('\\', '/');
    if (/^\w+:/.test(target) || path.startsWith('../'))
      throw errors.MCP_ENTRY_INVALID({
        problem: `${JSON.stringify(target)} is not a bundle that the configuration can name`,
        expected: `an address with https:, or a file in ${dirname(file)}`,
      });
    return { registry: `./${path}` };
  };

function commandEntry(command: string, { args, env, header }: Given): ServerEntry {
  if (header.length > 0)
    throw errors.MCP_ENTRY_INVALID({ problem: 'a command gets no headers', expected: '-e KEY=VALUE, or a URL' });
  return {
    command,
    ...(args.length === 0 ? {} : { args }),
    ...(env.length === 0 ? {} : { env: pairs(env, '=', 'KEY=VALUE') }),
  };
}

function urlEntry(url: string, { transport, args, env, header }: Given & { readonly transport: string }): ServerEntry {
  if (!isUrl(url))
    throw errors.MCP_ENTRY_INVALID({ problem: `${JSON.stringify(url)} is not a URL`, expected: 'https://… for this transport' });
  if (args.length + env.length > 0)
    throw errors.MCP_ENTRY_INVALID({
      problem: 'a URL gets no arguments and variables',
      expected: '-H "Name: value", or a command',
    });
  return { type: transport, url, ...(header.length === 0 ? {} : { headers: pairs(header, ':', '"Name: value"') }) };
}

function pairs(texts: readonly string[], between: string, expected: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf(between);
      // The value may be a secret.
      if (at < 1) throw errors.MCP_ENTRY_INVALID({ problem: `${JSON.stringify(text.slice(0, 8))}… is not a pair`, expected });
      return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
    }),
  );
}
