import { defineErrors } from '@loadout/core';

export const table = {
  SDK_MODE_UNKNOWN: {
    message: (p: { mode: string; known: readonly string[] }) =>
      `There is no permission mode ${JSON.stringify(p.mode)}; expected one of ${p.known.join(', ')}.`,
  },
  SDK_OPTIONS_INVALID: {
    message: (p: { problem: string }) => `The options of the query cannot be used: ${p.problem}.`,
    fix: (p: { fix?: string | undefined }) => p.fix,
  },
  SDK_CLOSED: {
    message: () => 'The query is closed.',
    fix: () => 'Start a new query; pass resume to continue this one.',
  },
  SDK_NOT_CONNECTED: {
    message: () => 'The client is not connected.',
    fix: () => 'Call connect() first. You can call it again after disconnect().',
  },
  SDK_REQUEST_UNKNOWN: {
    message: (p: { subtype: string; known: readonly string[] }) =>
      `There is no control request ${JSON.stringify(p.subtype)}; the known ones are ${p.known.join(', ')}.`,
  },
  SDK_REQUEST_INVALID: {
    message: (p: { subtype: string; problem: string }) => `The control request ${p.subtype} cannot be carried out: ${p.problem}.`,
  },
  SDK_BUSY: {
    message: (p: { subtype: string }) => `The control request ${p.subtype} needs an idle session, but a turn is running.`,
    fix: () => 'Send the request again after the next result, or without refuse_if_busy.',
  },
  SDK_NOT_READY: {
    message: (p: { ms: number }) => `The query was not ready within ${p.ms} ms (initializeTimeoutMs).`,
    fix: () => 'Look for a slow MCP server or SessionStart hook, or raise initializeTimeoutMs.',
  },
  SDK_RESUME_REFUSED: {
    message: (p: { prompt: string; other: string }) =>
      `Resume rejected by --resume-drops-turn: the message to go on from is followed by more than the turn of ${p.prompt}: the message ${p.other}.`,
    fix: () => 'Go on without resumeSessionAt, so that nothing is lost, or name the turn that is meant.',
  },
  SDK_SESSION_ID_INVALID: {
    message: (p: { id: string }) => `Invalid sessionId: ${JSON.stringify(p.id)}; expected a UUID.`,
  },
  SDK_SESSION_UNKNOWN: {
    message: (p: { id: string; dir?: string | undefined }) =>
      `Session ${p.id} not found in ${p.dir === undefined ? 'any project directory' : `the project directory for ${p.dir}`}.`,
    fix: () => 'List the existing ids with listSessions().',
  },
  SDK_SESSION_TEXT_EMPTY: {
    message: (p: { what: string; value: string }) => `The ${p.what} ${JSON.stringify(p.value)} contains no visible characters.`,
    fix: (p: { what: string }) => (p.what === 'tag' ? 'Pass null to clear the tag.' : undefined),
  },
  SDK_FORK_EMPTY: {
    message: (p: { id: string; upTo?: string | undefined }) =>
      p.upTo === undefined ? `Session ${p.id} has no messages to fork.` : `Message ${p.upTo} not found in session ${p.id}.`,
  },
  SDK_STORE_CANNOT: {
    message: (p: { method: string }) => `This call needs a sessionStore with ${p.method}(), which the given one does not have.`,
  },
  SDK_STORE_REFUSED: {
    message: (p: { what: string }) =>
      `${p.what} is a file beside the transcript on this machine, which a sessionStore does not contain.`,
    fix: () => 'Call the function without sessionStore.',
  },
  SDK_STORE_ENTRY: {
    message: (p: { subpath: string }) =>
      `The session store names ${JSON.stringify(p.subpath)}, which is not a path below its session.`,
  },
  USAGE_FLAG_AMOUNT: {
    message: (p: { flag: string; value: string }) => `${p.flag} must be a number, but is ${JSON.stringify(p.value)}.`,
  },
  ENGINE_INPUT: {
    message: (p: { line: string; problem: string }) => `Error parsing streaming input line: ${p.problem}: ${p.line}`,
    fix: () => 'Write one JSON object to a line: a user message, a control_request or a control_response.',
  },
  ENGINE_LINE: {
    message: (p: { limit: number }) =>
      `Error parsing streaming input line: a line has more than ${p.limit} characters; expected the end of the line before that.`,
    fix: () => 'Write one JSON object to a line, with large files as paths.',
  },
} as const;

export const errors = defineErrors(table);
