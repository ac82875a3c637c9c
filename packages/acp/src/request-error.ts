import { RequestError } from '@agentclientprotocol/sdk';
import { problemOf } from '@loadout/command';
import { isLoadoutError } from '@loadout/core';

/** Codes of JSON-RPC and of the protocol, by our own codes. */
const CODES: Readonly<Record<string, number>> = {
  ACP_BUSY: -32600,
  CONVERSATION_BUSY: -32600,
  ACP_CWD: -32602,
  ACP_PROMPT: -32602,
  ACP_OPTION: -32602,
  ACP_SESSION_OPEN: -32602,
  ACP_SESSION_UNKNOWN: -32002,
  SESSION_UNKNOWN: -32002,
  /** The editor then offers the methods of `authMethods`. */
  MODEL_NONE: -32000,
};

const INTERNAL = -32603;

/** An error as the client gets it. Editors show only the message, so that it has the fix too, and each problem of a configuration. */
export async function requestError(error: unknown): Promise<RequestError> {
  if (error instanceof RequestError) return error;
  const { code, message, fix, position } = problemOf(error);
  const text = [...(await problemsOf(error)), message, fix].filter((part) => part !== undefined).join(' ');
  return new RequestError(CODES[code] ?? INTERNAL, text, { code, ...(fix && { fix }), ...(position && { position }) });
}

async function problemsOf(error: unknown): Promise<readonly string[]> {
  if (!isLoadoutError(error) || !('problems' in error) || !Array.isArray(error.problems)) return [];
  const { renderDiagnostics } = await import('@loadout/config');
  return [`${renderDiagnostics(error.problems)}\n`];
}
