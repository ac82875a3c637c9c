import { defineErrors } from '@loadout/core';

const list = (names: readonly string[]) => names.join(', ') || '(none)';
const withStderr = (stderr: string) => (stderr === '' ? '' : ` Its last output on stderr:\n${stderr}`);

/** Says what to do about a source that cannot be read: one that is named in a right form is not named anew. */
function sourceFix(source: string): string {
  const isAddress = /^https:/.test(source);
  if (/\.(?:mcpb|dxt)$/.test(source) && (isAddress || /^\.\.?\//.test(source)))
    return isAddress
      ? 'Open the address and see whether it is a bundle: a zip file with a manifest.json. Get a working address from its author.'
      : 'Put a bundle there, which is a zip file with a manifest.json, inside the folder of the configuration. Get it anew if it is damaged.';
  if (isAddress) return 'Open the address and see whether it is a server.json.';
  if (/^\.\.?\//.test(source)) return 'Put a server.json there, inside the folder of the configuration, or correct the path.';
  return 'Write registry: io.github.owner/server@1.2.3, the address of a server.json or a bundle, ./server.json, or ./server.mcpb.';
}

/** Every error of this package. */
export const table = {
  MCP_KEY_UNKNOWN: {
    message: (p: { key: string; nearest?: string | undefined; available: readonly string[] }) =>
      `The configuration has no MCP server ${JSON.stringify(p.key)}.${p.nearest === undefined ? '' : ` Did you mean ${p.nearest}?`}`,
    fix: (p: { available: readonly string[] }) => `Name one of: ${p.available.join(', ') || '(there is none)'}.`,
  },
  REGISTRY_UNREADABLE: {
    message: (p: { source: string; problem: string }) => `The server ${p.source} cannot be read: ${p.problem}.`,
    fix: ({ source }: { source: string }) => sourceFix(source),
  },
  REGISTRY_WAITS: {
    message: (p: { address: string }) => `${p.address} is not read, because the configuration that leads to it is not trusted.`,
    fix: () => 'Review it with loadout trust. Then run loadout lock again.',
  },
  REGISTRY_UNFIT: {
    message: (p: { source: string; problem: string }) => `The server ${p.source} ${p.problem}.`,
    fix: () => 'Write the command or the url of the server into the configuration, or use another version.',
  },
  MCP_SERVER_UNKNOWN: {
    message: (p: { key: string; known: readonly string[] }) => `There is no MCP server "${p.key}".`,
    fix: (p: { known: readonly string[] }) => `Name one of: ${list(p.known)}.`,
  },
  MCP_SERVER_INVALID: {
    message: (p: { key: string; problem: string }) => `The configuration of the MCP server "${p.key}" is invalid: ${p.problem}.`,
    fix: () => 'Give it a command (stdio), a url (http or sse), or an instance (sdk).',
  },
  MCP_CONNECT_FAILED: {
    message: (p: { key: string; problem: string; stderr: string }) =>
      `Could not connect to the MCP server "${p.key}": ${p.problem}.${withStderr(p.stderr)}`,
    fix: () => 'Run the command of the server by hand, or open its url, and read its output.',
  },
  MCP_START_TIMED_OUT: {
    message: (p: { key: string; ms: number; stage: string; stderr: string }) =>
      `The MCP server "${p.key}" was not ready after ${p.ms} ms; it stopped at ${p.stage}.${withStderr(p.stderr)}`,
    fix: () =>
      'Run the server by hand and see what it waits for. Raise startTimeout for a server that needs longer. For one that hangs, lower it, or set start: lazy.',
  },
  MCP_NEEDS_AUTH: {
    message: (p: { key: string; command?: string | undefined }) =>
      `The MCP server "${p.key}" answered 401: it needs credentials.${p.command === undefined ? '' : ` Log in with: ${p.command}`}`,
    fix: (p: { command?: string | undefined }) =>
      `${p.command === undefined ? 'Set' : 'Log in, or set'} the credentials in headers, or use a headersHelper that prints them.`,
  },
  MCP_LOGIN_FAILED: {
    message: (p: { key: string; problem: string }) => `The login to the MCP server "${p.key}" failed: ${p.problem}.`,
    fix: () => 'Try again. If the server does not use OAuth, set its credentials in headers.',
  },
  MCP_SAMPLING_ABSENT: {
    message: (p: { key: string }) => `The MCP server "${p.key}" asked for a model answer, but this session cannot provide one.`,
    fix: () => 'Run the session with a model, or remove `sampling` from the entry of the server.',
  },
  MCP_REQUIRED_FAILED: {
    message: (p: { key: string; problem: string }) => `The required MCP server "${p.key}" is not available: ${p.problem}`,
    fix: () => 'Correct the server, or remove start: required if the run can continue without it.',
  },
  MCP_SERVER_UNAVAILABLE: {
    message: (p: { key: string; state: string; problem: string }) =>
      `The MCP server "${p.key}" is ${p.state}${p.problem === '' ? '' : `: ${p.problem}`}. The request was not sent.`,
    fix: () => 'Continue without the server, or reconnect it.',
  },
  MCP_TOOL_CHANGED: {
    message: (p: { key: string; tool: string; change: string }) =>
      `The tool "${p.tool}" of the MCP server "${p.key}" is not the tool that was offered: ${p.change}. The call was not sent.`,
    fix: () => 'Read the current tool before you call it again. If loadout.lock pins it, review it and run `loadout lock`.',
  },
  MCP_REQUEST_FAILED: {
    message: (p: { key: string; method: string; problem: string }) =>
      `The MCP server "${p.key}" refused ${p.method}: ${p.problem}`,
  },
  MCP_REQUEST_TIMED_OUT: {
    message: (p: { key: string; method: string; ms: number }) =>
      `The MCP server "${p.key}" did not answer ${p.method} within ${p.ms} ms, so the request was cancelled.`,
    fix: () => 'Ask for less in one call, or raise the timeout of the server.',
  },
  MCP_REQUEST_CANCELLED: {
    message: (p: { key: string; method: string }) => `The request ${p.method} to the MCP server "${p.key}" was cancelled.`,
  },
  MCP_CALL_UNCERTAIN: {
    message: (p: { key: string; tool: string; problem: string }) =>
      `The connection to the MCP server "${p.key}" was lost while ${p.tool} ran (${p.problem}). The call may or may not have taken effect.`,
    fix: () => 'Check whether the call took effect before calling again.',
  },
  MCP_CONNECTION_LOST: {
    message: (p: { key: string; method: string; problem: string }) =>
      `The connection to the MCP server "${p.key}" was lost during ${p.method}: ${p.problem}.`,
  },
  MCP_ANSWER_INVALID: {
    message: (p: { key: string; method: string; problem: string }) =>
      `The MCP server "${p.key}" answered ${p.method} with a message that breaks the protocol: ${p.problem}.`,
    fix: () => 'This is a bug in the server; report it to its author.',
  },
  MCP_ANSWER_TOO_LARGE: {
    message: (p: { limit: number }) => `one of its messages has more than ${p.limit} bytes`,
  },
  MCP_STREAM_INVALID: {
    message: (p: { lines: number; sample: string }) =>
      `${p.lines} lines on its stdout are not JSON-RPC messages; the last one: ${JSON.stringify(p.sample)}`,
    fix: () => 'A stdio server must write its log to stderr.',
  },
  MCP_HEADERS_HELPER_FAILED: {
    message: (p: { problem: string }) => `its headersHelper failed: ${p.problem}`,
    fix: () => 'Set headersHelper to a command that prints a JSON object of header names and values.',
  },
  MCP_PORT_TAKEN: {
    message: (p: { port: number; problem: string }) => `Cannot listen on port ${p.port} of 127.0.0.1: ${p.problem}.`,
    fix: () => 'Choose another port, or omit it to use any free port.',
  },
  MCP_ENTRY_INVALID: {
    message: (p: { problem: string; expected: string }) =>
      `The MCP server cannot be added: ${p.problem}; expected ${p.expected}.`,
    fix: () => 'See the forms with: loadout mcp add --help',
  },
  MCP_SERVER_THERE: {
    message: (p: { key: string; file: string }) => `${p.file} already has an MCP server ${p.key}.`,
    fix: (p: { key: string }) => `Choose another key, or run first: loadout mcp remove ${p.key}`,
  },
  MCP_SERVER_ABSENT: {
    message: (p: { key: string; file: string; known: readonly string[]; nearest?: string | undefined }) =>
      `${p.file} has no MCP server ${JSON.stringify(p.key)}; it has ${p.known.join(', ') || 'none'}.${p.nearest === undefined ? '' : ` Did you mean ${p.nearest}?`}`,
  },
  MCP_ENTRY_ELSEWHERE: {
    message: (p: { file: string }) => `The server is not declared in ${p.file} itself.`,
    fix: () => 'Change the file that declares it: one of extends, include or compat.',
  },
  MCP_FILE_NOT_WRITTEN: {
    message: (p: { file: string; problem: string }) => `${p.file} cannot be written: ${p.problem}.`,
    fix: () => 'Make the file writable, or add the entry by hand.',
  },
  MCP_FILE_UNCHANGED: {
    message: (p: { file: string; problem: string }) =>
      `${p.file} is left as it is, because it cannot be read as plain JSON: ${p.problem}.`,
    fix: () => 'Add the entry by hand.',
  },
  MCP_TASK_MISSING: {
    message: (p: { found: string }) => `agent_prompt needs a task, but it is ${p.found}.`,
    fix: () => 'Pass { "task": "..." }.',
  },
};

export const errors = defineErrors(table);
