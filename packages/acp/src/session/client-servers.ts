import { type McpServer, methods, type PermissionOption } from '@agentclientprotocol/sdk';
import { visible } from '@loadout/command';
import { errors } from '../errors.js';
import { type AskedClient, chosenOption } from '../questions/asked-client.js';
import { textContent } from '../updates/tool-call.js';

type Entry = Readonly<Record<string, unknown>>;

interface Asking {
  readonly client: AskedClient;
  /** The servers of the configuration, also those that wait for trust, which a server of the editor does not replace. */
  readonly declared: readonly string[];
  /** The servers that the person allowed for as long as this process runs. */
  readonly allowed: Set<string>;
  readonly tell: (text: string) => void;
  readonly signal: AbortSignal;
}

/**
 * The MCP servers of the editor that the person lets start. The editor may have read them from a file of the project, which nobody has
 * trusted, so that each is a question first. A server that is left out is told. Throws ACP_SERVER_UNANSWERED.
 */
export async function clientServers(servers: readonly McpServer[], asking: Asking): Promise<Readonly<Record<string, Entry>>> {
  const entries = new Map<string, Entry>();
  const leaveOut = (name: string, why: string) =>
    asking.tell(`The MCP server ${visible(name)} of the editor is left out: ${why}.`);
  for (const server of servers) {
    const key = server.name.replace(/[^\w-]/g, '_');
    if (asking.declared.includes(key)) leaveOut(server.name, 'the configuration already has a server of this name');
    else if (entries.has(key)) leaveOut(server.name, 'the editor names another one like it');
    else if (await mayStart(server, asking)) entries.set(key, entryOf(server));
    else leaveOut(server.name, 'it was not allowed');
  }
  return Object.fromEntries(entries);
}

const OPTIONS: readonly PermissionOption[] = [
  { optionId: 'session', name: 'Yes, start it in this session', kind: 'allow_once' },
  { optionId: 'always', name: 'Yes, also in other sessions, until the editor ends the agent', kind: 'allow_always' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

async function mayStart(server: McpServer, { client, allowed, signal }: Asking): Promise<boolean> {
  const mark = JSON.stringify(server);
  if (allowed.has(mark)) return true;
  const { context, sessionId } = client;
  const toolCallId = `mcp-server/${server.name}`;
  const title = `Start the MCP server ${visible(server.name)}`;
  await context.notify(methods.client.session.update, {
    sessionId,
    update: { sessionUpdate: 'tool_call', toolCallId, title, kind: 'other', status: 'pending' },
  });
  const toolCall = {
    toolCallId,
    title,
    kind: 'other' as const,
    status: 'pending' as const,
    content: [textContent(described(server))],
  };
  const answer = await chosenOption(client, { toolCall, options: [...OPTIONS] }, signal);
  if (answer === undefined) throw errors.ACP_SERVER_UNANSWERED({ name: server.name });
  if (answer === 'always') allowed.add(mark);
  const isAllowed = answer === 'always' || answer === 'session';
  await context.notify(methods.client.session.update, {
    sessionId,
    update: { sessionUpdate: 'tool_call_update', toolCallId, status: isAllowed ? 'completed' : 'failed' },
  });
  return isAllowed;
}

/** The program or the address, without the values of variables and headers, which may be keys. */
function described(server: McpServer): string {
  const lines = 'command' in server ? programOf(server) : [`It connects to: ${server.url}`];
  return [...lines.map(visible), FROM_EDITOR].join('\n');
}

const FROM_EDITOR = 'It comes from the editor, not from the configuration of the agent. Its tools follow the rules of the agent.';

const programOf = ({ command, args, env }: Extract<McpServer, { command: string }>): readonly string[] => [
  `It runs: ${[command, ...args].map((word) => (/^[\w./:@=-]+$/.test(word) ? word : JSON.stringify(word))).join(' ')}`,
  ...(env.length === 0 ? [] : [`Variables: ${env.map(({ name }) => name).join(', ')}`]),
];

/** The entry as `.mcp.json` would have it. */
function entryOf(server: McpServer): Entry {
  const record = (pairs: readonly { readonly name: string; readonly value: string }[]) =>
    Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
  if ('command' in server) return { command: server.command, args: server.args, env: record(server.env) };
  return { type: server.type, url: server.url, headers: record(server.headers) };
}
