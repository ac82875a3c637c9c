import { pathToFileURL } from 'node:url';
import { LONGEST_TIMER_MS, settlesWithin, untilAborted, versionOf } from '@loadout/node';
import type {
  Client,
  ClientCapabilities,
  ClientOptions,
  JsonSchemaValidator,
  StandardSchemaV1,
  Transport,
} from '@modelcontextprotocol/client';
import type { ServerLogin } from '../auth/server-login.js';
import { cappedText } from '../text/clean-text.js';
import { redacted } from '../tools/map-result.js';

import { answerQuestions, answerSampling } from './answer-server.js';
import type { OpenTransport } from './create-transport.js';
import type { ConnectionHost, McpListKind, NamedServer } from './host.js';
import { type TimedRequest, withinTime } from './within-time.js';

export interface ServerInfo {
  readonly name: string;
  readonly version: string;
  readonly protocolVersion: string;
  /** Cleaned, at most 2 KiB. */
  readonly instructions?: string | undefined;
}

/** One open connection, from its handshake to its end. */
export interface Connection {
  readonly info: ServerInfo;
  offers(what: 'tools' | 'resources' | 'prompts'): boolean;
  request(request: McpRequest, options: TimedRequest): Promise<unknown>;
  notifyRootsChanged(): Promise<void>;
  /** Settles with the reason when it has ended, however it did. */
  readonly ended: Promise<string>;
  endedBecause(): string | undefined;
  /** Ends the connection for a reason that the caller found. Pending requests fail. */
  fail(why: string): Promise<void>;
  close(): Promise<void>;
}

export interface McpRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

const DESCRIPTION_BYTES = 2_048;
const FAREWELL_MS = 500;

/**
 * Accepts every result as it is. Each tool is checked separately, so that one bad tool does not make the whole list unreadable.
 */
const anyResult: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'loadout', validate: (value) => ({ value }) },
};

export interface Opening {
  readonly host: ConnectionHost;
  readonly signal: AbortSignal;
  /** Gets the last words of a stdio server, at any time. */
  readonly onStderr: (stderr: () => string) => void;
}

/** Connects and shakes hands, or rejects and leaves nothing behind. An abort is heeded at once. */
export async function openConnection(server: NamedServer, { host, signal, onStderr }: Opening): Promise<Connection> {
  const life = { why: undefined as string | undefined, end: (_why: string) => {} };
  const ended = new Promise<string>((resolve) => {
    life.end = (why) => {
      life.why ??= why;
      resolve(life.why);
    };
  });
  const client = await createClient(server, host);
  const fail = async (why: string) => {
    life.end(why);
    await client.close().catch(() => {});
  };
  const { createTransport } = await import('./create-transport.js');
  const open = await untilAborted(createTransport(server, { host, onBroken: (problem) => void fail(problem) }), signal);
  const { transport, process } = open;
  if (process !== undefined) onStderr(() => process.stderr);
  client.onclose = () => life.end(process?.ended ?? 'it was closed');
  try {
    // The time of a start is the caller's: a timeout of the SDK would end a start that may still go well.
    await untilAborted(client.connect(transport, { signal, timeout: LONGEST_TIMER_MS }), signal);
  } catch (error) {
    await closeQuietly(transport);
    // The reason why a process ended explains more than the failure of a request to it.
    throw isClosed(error) && life.why !== undefined ? new Error(life.why) : error;
  }
  guardFlood(transport, (why) => void fail(why));
  return connectionOf(client, { open, ended, fail, why: () => life.why, login: host.login });
}

interface Parts {
  readonly open: OpenTransport;
  readonly ended: Promise<string>;
  readonly fail: (why: string) => Promise<void>;
  readonly why: () => string | undefined;
  readonly login: ServerLogin | undefined;
}

function connectionOf(client: Client, { open, ended, fail, why, login }: Parts): Connection {
  const capabilities = client.getServerCapabilities() ?? {};
  const { name = '', version = '' } = client.getServerVersion() ?? {};
  const instructions = client.getInstructions();
  return {
    info: {
      name: cappedText(name, 200),
      version: cappedText(version, 200),
      protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
      ...(instructions === undefined ? {} : { instructions: cappedText(instructions, DESCRIPTION_BYTES) }),
    },
    offers: (what) => capabilities[what] !== undefined,
    async request({ method, params }, options) {
      const request = { method, ...(params === undefined ? {} : { params: { ...params } }) };
      const answer = await withinTime(options, (within) => client.request(request, anyResult, within));
      return login === undefined ? answer : redacted(answer, (text) => login.redact(text));
    },
    notifyRootsChanged: () => client.sendRootsListChanged(),
    ended,
    endedBecause: why,
    fail,
    async close() {
      if (why() === undefined && open.farewell !== undefined) await settlesWithin(FAREWELL_MS, open.farewell());
      await client.close().catch(() => {});
      // The client forgets its transport at the first close; this waits until the processes are gone.
      await closeQuietly(open.transport);
    },
  };
}

/** The connection ended before the answer came. */
export const isClosed = (error: unknown) => hasCode(error, 'CONNECTION_CLOSED') || hasCode(error, 'NOT_CONNECTED');

export const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;

const closeQuietly = (transport: { close(): Promise<void> }) => transport.close().catch(() => {});

/** The number of messages that may arrive at once. The rate per second below applies without a time limit. */
const BURST = 5_000;
const A_SECOND = 100;

/**
 * Ends a connection over which a server never stops sending: each message is small and valid, but together they leave no time for
 * other work. Answers to requests do not count.
 */
function guardFlood(transport: Transport, onFlood: (why: string) => void): void {
  const take = transport.onmessage;
  let room = BURST;
  let at = performance.now();
  const isTooMuch = () => {
    if (room < 0) return true;
    const now = performance.now();
    room = Math.min(BURST, room + ((now - at) / 1_000) * A_SECOND) - 1;
    at = now;
    if (room < 0) onFlood(`it sent more than ${BURST} messages that nobody asked for, one after the other`);
    return room < 0;
  };
  transport.onmessage = (message, extra) => {
    if ('method' in message && isTooMuch()) return;
    take?.(message, extra);
  };
}

const LISTS: readonly McpListKind[] = ['tools', 'resources', 'prompts'];
const LOG_BYTES = 2_048;

/** Never asked: results are checked here, and a schema of a server's making is not run. It spares loading a validator for each client. */
const noValidator: NonNullable<ClientOptions['jsonSchemaValidator']> = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

/** Creates an SDK client that answers the requests of a server. */
async function createClient({ key, config }: NamedServer, host: ConnectionHost): Promise<Client> {
  const { Client } = await import('@modelcontextprotocol/client');
  const capabilities: ClientCapabilities = {
    roots: { listChanged: true },
    elicitation: { form: {}, ...(host.answers.elicit === undefined ? {} : { url: {} }) },
    ...(config.sampling === true ? { sampling: {} } : {}),
  };
  const client = new Client(host.clientInfo ?? { name: 'loadout', version: versionOf('@loadout/mcp', import.meta.url) }, {
    capabilities,
    jsonSchemaValidator: noValidator,
  });
  client.setRequestHandler('roots/list', () => ({
    roots: host.roots().map((root) => ({ uri: pathToFileURL(root).href, name: root })),
  }));
  for (const what of LISTS) client.setNotificationHandler(`notifications/${what}/list_changed`, () => host.onListChanged(what));
  client.setNotificationHandler('notifications/message', ({ params }) => {
    const text = typeof params.data === 'string' ? params.data : JSON.stringify(params.data);
    host.onLog({ server: key, level: params.level, message: cappedText(text ?? '', LOG_BYTES) });
  });
  answerQuestions(client, { key, host });
  if (config.sampling === true) answerSampling(client, { key, host });
  client.onerror = (error) => host.onFault(error);
  return client;
}
