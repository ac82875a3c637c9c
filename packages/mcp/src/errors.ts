import { defineErrors } from '@loadout/core';

const list = (names: readonly string[]) => names.join(', ') || '(none)';
const withStderr = (stderr: string) => (stderr === '' ? '' : ` Its last words on stderr:\n${stderr}`);

/** Every error of this package. */
export const table = {
  MCP_SERVER_UNKNOWN: {
    message: (p: { key: string; known: readonly string[] }) => `There is no MCP server "${p.key}".`,
    fix: (p: { known: readonly string[] }) => `Name one of: ${list(p.known)}.`,
  },
  MCP_SERVER_INVALID: {
    message: (p: { key: string; problem: string }) => `The MCP server "${p.key}" is not configured right: ${p.problem}.`,
    fix: () => 'Give it a command (stdio), a url (http or sse), or an instance (sdk).',
  },
  MCP_CONNECT_FAILED: {
    message: (p: { key: string; problem: string; stderr: string }) =>
      `The MCP server "${p.key}" could not be connected: ${p.problem}.${withStderr(p.stderr)}`,
    fix: () => 'Run its command by hand, or open its url, and see what it says.',
  },
  MCP_START_TIMED_OUT: {
    message: (p: { key: string; ms: number; stage: string; stderr: string }) =>
      `The MCP server "${p.key}" was not ready after ${p.ms} ms; it was at ${p.stage}.${withStderr(p.stderr)}`,
    fix: () => 'Give it more time with startTimeout, or see what it waits for.',
  },
  MCP_NEEDS_AUTH: {
    message: (p: { key: string; command?: string | undefined }) =>
      `The MCP server "${p.key}" answered 401: it wants credentials.${p.command === undefined ? '' : ` Log in with: ${p.command}`}`,
    fix: (p: { command?: string | undefined }) =>
      `${p.command === undefined ? 'Give' : 'Log in, or give'} them in headers, or let headersHelper print them.`,
  },
  MCP_LOGIN_FAILED: {
    message: (p: { key: string; problem: string }) => `The login at the MCP server "${p.key}" failed: ${p.problem}.`,
    fix: () => 'Try again; a server that wants no OAuth takes its credentials in headers.',
  },
  MCP_SAMPLING_ABSENT: {
    message: (p: { key: string }) =>
      `The MCP server "${p.key}" asked for an answer of the model, and this session has nobody who gives one.`,
    fix: () => 'Run it where a model can be asked, or take `sampling` from its entry.',
  },
  MCP_REQUIRED_FAILED: {
    message: (p: { key: string; problem: string }) => `The MCP server "${p.key}" is required and is not there: ${p.problem}`,
    fix: () => 'Correct it, or set its start to eager or lazy if the run can do without.',
  },
  MCP_SERVER_UNAVAILABLE: {
    message: (p: { key: string; state: string; problem: string }) =>
      `The MCP server "${p.key}" is ${p.state}${p.problem === '' ? '' : `: ${p.problem}`}. The request was not sent.`,
    fix: () => 'Go on without it, or reconnect it.',
  },
  MCP_REQUEST_FAILED: {
    message: (p: { key: string; method: string; problem: string }) =>
      `The MCP server "${p.key}" refused ${p.method}: ${p.problem}`,
  },
  MCP_REQUEST_TIMED_OUT: {
    message: (p: { key: string; method: string; ms: number }) =>
      `The MCP server "${p.key}" did not answer ${p.method} within ${p.ms} ms; it was told to stop.`,
    fix: () => 'Ask for less in one call, or raise the timeout of the server.',
  },
  MCP_REQUEST_CANCELLED: {
    message: (p: { key: string; method: string }) => `The request ${p.method} to the MCP server "${p.key}" was cancelled.`,
  },
  MCP_CALL_UNCERTAIN: {
    message: (p: { key: string; tool: string; problem: string }) =>
      `The connection to the MCP server "${p.key}" was lost while ${p.tool} ran (${p.problem}). It may or may not have been done.`,
    fix: () => 'Find out what was done before calling it again.',
  },
  MCP_CONNECTION_LOST: {
    message: (p: { key: string; method: string; problem: string }) =>
      `The connection to the MCP server "${p.key}" was lost during ${p.method}: ${p.problem}.`,
  },
  MCP_ANSWER_INVALID: {
    message: (p: { key: string; method: string; problem: string }) =>
      `The MCP server "${p.key}" answered ${p.method} with something else than the protocol wants: ${p.problem}.`,
    fix: () => 'This is a fault of the server; its author should correct it.',
  },
  MCP_ANSWER_TOO_LARGE: {
    message: (p: { limit: number }) => `one message of it has more than ${p.limit} bytes`,
  },
  MCP_STREAM_INVALID: {
    message: (p: { lines: number; sample: string }) =>
      `${p.lines} lines on its stdout are no JSON-RPC messages, the last one: ${JSON.stringify(p.sample)}`,
    fix: () => 'A stdio server writes its log to stderr.',
  },
  MCP_HEADERS_HELPER_FAILED: {
    message: (p: { problem: string }) => `its headersHelper failed: ${p.problem}`,
    fix: () => 'headersHelper is a command that prints a JSON object of header names and values.',
  },
  MCP_PORT_TAKEN: {
    message: (p: { port: number; problem: string }) => `Port ${p.port} of 127.0.0.1 cannot be listened on: ${p.problem}.`,
    fix: () => 'Choose another port, or none for one that is free.',
  },
  MCP_TASK_MISSING: {
    message: (p: { found: string }) => `agent_prompt needs a task, which is ${p.found}.`,
    fix: () => 'Give it as { "task": "..." }.',
  },
};

export const errors = defineErrors(table);
