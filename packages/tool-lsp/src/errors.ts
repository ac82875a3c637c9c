import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  LSP_PATH_INVALID: {
    message: (p: { path: string; problem: string }) => `The path ${JSON.stringify(p.path)} cannot be used: ${p.problem}.`,
  },
  LSP_OUTSIDE: {
    message: (p: { path: string; roots: readonly string[] }) =>
      `${p.path} is outside the working directories (${p.roots.join(', ')}); a language server only works inside one.`,
    fix: () => 'Name a file inside a working directory, or add its folder to permissions.additionalDirectories.',
  },
  LSP_FILE_UNUSABLE: {
    message: (p: { path: string; problem: string }) => `${p.path} cannot be given to a language server: ${p.problem}.`,
    fix: () => 'Name a text file that exists; find it with Glob.',
  },
  LSP_POSITION_INVALID: {
    message: (p: { path: string; problem: string }) => `The position is outside of ${p.path}: ${p.problem}.`,
    fix: () => 'Lines and characters count from 1, as Read shows them. Read the file and call again.',
  },
  LSP_LANGUAGE_UNKNOWN: {
    message: (p: { path: string; extension: string; known: readonly string[] }) =>
      `No language server is known for ${p.path} (${p.extension === '' ? 'no extension' : p.extension}). Known extensions: ${p.known.join(' ')}.`,
    fix: () =>
      'Search with Grep, or add the server to the options of the plugin: servers: { name: { command: …, extensions: […] } }.',
  },
  LSP_SERVER_MISSING: {
    message: (p: { language: string; tried: readonly string[]; install: readonly string[] }) =>
      `No language server for ${p.language} can be used. Looked for: ${p.tried.join('; ')}.`,
    fix: (p: { install: readonly string[] }) =>
      `${p.install.length === 0 ? 'Correct the command in the options of the plugin' : `Install one: ${p.install.join(' or ')}`}. Until then search with Grep.`,
  },
  LSP_NOTHING_RUNS: {
    message: () => 'workspaceSymbol without file_path asks the language servers that run in this session, and none does.',
    fix: () => 'Give file_path: any file of the language in question.',
  },
  LSP_SANDBOXED: {
    message: (p: { server: string }) =>
      `${p.server} was not started: the commands of this agent are kept in a sandbox, and a language server would run outside it.`,
    fix: () => 'Search with Grep, or use an agent without sandbox.',
  },
  LSP_SESSION_ENDED: { message: () => 'The session has ended, so no language server is started.' },
  LSP_START_FAILED: {
    message: (p: { server: string; reason: string; stderr: string }) =>
      `${p.server} could not be started: ${p.reason}.${quoted(p.stderr)}`,
    fix: () => 'Correct its installation or its command, or search with Grep.',
  },
  LSP_SERVER_ENDED: {
    message: (p: { server: string; reason: string; stderr: string }) =>
      `${p.server} ended: ${p.reason}. It was restarted once and is not started again for some minutes.${quoted(p.stderr)}`,
    fix: () => 'Search with Grep; the language server or its settings have to be corrected.',
  },
  LSP_TIMED_OUT: {
    message: (p: { server: string; method: string; seconds: number }) =>
      `${p.server} did not answer ${p.method} within ${p.seconds} s; the request was cancelled.`,
    fix: () => 'Call again later (a large project takes time to load), or search with Grep.',
  },
  LSP_INTERRUPTED: { message: (p: { method: string }) => `${p.method} was interrupted before the language server answered.` },
  LSP_REQUEST_FAILED: {
    message: (p: { server: string; method: string; reason: string }) => `${p.server} refused ${p.method}: ${p.reason}`,
    fix: () => 'Check the position, or use another operation.',
  },
  LSP_NOT_OFFERED: {
    message: (p: { server: string; operation: string; offered: readonly string[] }) =>
      `${p.server} does not offer ${p.operation}. It offers: ${p.offered.join(', ') || 'none of the operations'}.`,
    fix: () => 'Use one of these, or Grep.',
  },
  LSP_OPTION_INVALID: {
    message: (p: { server: string; missing: string }) =>
      `The server ${JSON.stringify(p.server)} in the options is not a built-in server, so it needs ${p.missing}.`,
    fix: () => 'Write servers: { name: { command: program, args: [...], extensions: [.ext] } }.',
  },
};

export const errors = defineErrors(table);

function quoted(stderr: string): string {
  return stderr === '' ? '' : ` It said: ${stderr}`;
}
