import type { LoadoutError, ToolContext, ToolOutput } from '@loadout/core';
import { defined } from '@loadout/node';
import type { ProgressCallback } from '@modelcontextprotocol/client';
import { errors } from '../errors.js';
import { cappedText, problemOf } from '../text/clean-text.js';
import { mapResult, textLength } from '../tools/map-result.js';
import type { ToolCall } from '../tools/mcp-tool.js';
import type { Connection } from './connection.js';
import type { LinkNotices } from './link-notices.js';
import { isLost, requestError, wasNotSent } from './request-error.js';
import type { ToolListing } from './tool-listing.js';

/** The server that is called, as far as a call needs it. */
interface CallableLink {
  readonly server: { readonly key: string };
  readonly timeoutMs: number;
  readonly longestMs: number;
  readonly notices: Pick<LinkNotices, 'warnOnce' | 'redactError'>;
  readonly login?: { readonly command: string } | undefined;
  readonly listing: Pick<ToolListing, 'changeOf'>;
  connected(signal: AbortSignal): Promise<Connection>;
  credentialsAre(good: boolean, problem?: string): void;
}

interface Given {
  readonly call: ToolCall;
  readonly context: ToolContext;
}

const PROGRESS_BYTES = 500;
/** 10,000 tokens, by the usual four characters. Source: MCP-14. */
const MANY_CHARS = 40_000;

/**
 * Calls a tool once. If the connection is lost, a call that cannot have run, or that only reads, is sent again over a new
 * connection. For any other call, the model is told that it may have taken effect. Source: MCP-05.
 */
export async function callTool(link: CallableLink, given: Given): Promise<ToolOutput> {
  const { call, context } = given;
  const { key } = link.server;
  const connection = await link.connected(context.signal);
  try {
    return await callOnce(link, { ...given, connection });
  } catch (error) {
    if (context.signal.aborted || !isLost(error)) throw told(error, { link, given });
    await loseConnection(connection, error);
    if (!call.readOnly && !wasNotSent(error)) {
      const problem = connection.endedBecause() ?? problemOf(error);
      throw errors.MCP_CALL_UNCERTAIN({ key, tool: call.tool, problem }, { cause: error });
    }
  }
  const again = await link.connected(context.signal);
  return callOnce(link, { ...given, connection: again }).catch((error) => {
    throw told(error, { link, given });
  });
}

/** A failed request over HTTP is the only sign of a server that is gone. */
async function loseConnection(connection: Connection, error: unknown) {
  if (connection.endedBecause() === undefined) void connection.fail(problemOf(error));
  // Listeners of `ended` must run before a new connection is requested.
  await connection.ended;
}

/** The trace that the call belongs to, under the unprefixed keys of the protocol (SEP-414). Empty without a trace. */
function traceContext({ TRACEPARENT, TRACESTATE, BAGGAGE }: ToolContext['env']): Readonly<Record<string, string>> {
  if (TRACEPARENT === undefined || !/^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(TRACEPARENT)) return {};
  return {
    traceparent: TRACEPARENT,
    ...defined({ tracestate: TRACESTATE, baggage: BAGGAGE }),
  };
}

async function callOnce(
  link: CallableLink,
  { call, context, connection }: Given & { connection: Connection },
): Promise<ToolOutput> {
  const { key } = link.server;
  const change = link.listing.changeOf(call);
  if (change !== undefined) throw errors.MCP_TOOL_CHANGED({ key, tool: call.tool, change });
  const _meta = { 'claudecode/toolUseId': context.toolUseId, ...traceContext(context.env) };
  const params = { name: call.tool, arguments: call.input, _meta };
  const answer = await connection.request(
    { method: 'tools/call', params },
    {
      signal: context.signal,
      timeout: link.timeoutMs,
      longestMs: link.longestMs,
      onprogress: (progress) => context.progress(progressText(progress)),
    },
  );
  link.credentialsAre(true);
  const output = mapResult(answer, { server: key, tool: call.tool });
  if (output === undefined) throw errors.MCP_ANSWER_INVALID({ key, method: 'tools/call', problem: 'it holds no content' });
  if (textLength(output.content) > MANY_CHARS)
    link.notices.warnOnce(`its tool "${call.tool}" gave a result of more than 10,000 tokens`);
  return output;
}

function progressText({ progress, total, message }: Parameters<ProgressCallback>[0]) {
  const count = total === undefined ? `${progress}` : `${progress} of ${total}`;
  return message === undefined ? count : `${cappedText(message, PROGRESS_BYTES)} (${count})`;
}

function told(error: unknown, { link, given }: { link: CallableLink; given: Given }): LoadoutError {
  const known = requestError(error, {
    key: link.server.key,
    method: `tools/call of ${given.call.tool}`,
    signal: given.context.signal,
    command: link.login?.command,
  });
  if (known.code === 'MCP_NEEDS_AUTH') link.credentialsAre(false, known.message);
  return link.notices.redactError(known);
}
