import { RequestError } from '@agentclientprotocol/sdk';
import { problemOf } from '@loadout/command';
import { isLoadoutError } from '@loadout/core';

/** Codes of JSON-RPC and of the protocol, by our own codes. */
const CODES: Readonly<Record<string, number>> = {
  ACP_BUSY: -32600,
  CONVERSATION_BUSY: -32600,
  CONVERSATION_CLOSED: -32600,
  SESSION_BUSY: -32600,
  ACP_SESSION_UNKNOWN: -32002,
  SESSION_UNKNOWN: -32002,
  /** The editor then offers the methods of `authMethods`. */
  MODEL_NONE: -32000,
};

/** Errors in the words, the requests or the configuration of a person. */
const OF_PERSON: readonly RegExp[] = [
  /^(?:ACP|AGENT|CHAT|CONFIG|DIRECTORY|FOLDER|LOCK|MODE|OPTION|OVERRIDE|PACKAGE|RULE|TRUST|USAGE)_/,
  /^MODEL_(?:OPTION|SWITCH_DENIED|TWICE|UNKNOWN)$/,
  /^(?:MESSAGE_UNKNOWN|PLUGIN_NOT_FOUND|PLUGIN_OPTIONS|PROMPT_BLOCKED|PROMPT_EMPTY)$/,
  /^SESSION_(?:AMBIGUOUS|ID_INVALID|NAME_INVALID|TAKEN)$/,
];

/** The code of JSON-RPC for one of our own codes. An internal error is a fault that no other request or configuration prevents. */
export const codeOf = (code: string): number => CODES[code] ?? (OF_PERSON.some((one) => one.test(code)) ? -32602 : -32603);

/** An error as the client gets it. Editors show only the message, so that it has the fix too, and each problem of a configuration. */
export async function requestError(error: unknown): Promise<RequestError> {
  if (error instanceof RequestError) return error;
  const { code, message, fix, position } = problemOf(error);
  const text = [...(await problemsOf(error)), message, fix].filter((part) => part !== undefined).join(' ');
  return new RequestError(codeOf(code), text, { code, ...(fix && { fix }), ...(position && { position }) });
}

async function problemsOf(error: unknown): Promise<readonly string[]> {
  if (!isLoadoutError(error) || !('problems' in error) || !Array.isArray(error.problems)) return [];
  const { renderDiagnostics } = await import('@loadout/config');
  return [`${renderDiagnostics(error.problems)}\n`];
}
