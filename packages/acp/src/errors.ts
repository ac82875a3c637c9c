import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  ACP_CWD: {
    message: (p: { field: string; path: string }) => `${p.field} is ${JSON.stringify(p.path)}; expected an absolute path.`,
    fix: () => 'Send the absolute path of the folder.',
  },
  ACP_FOLDER: {
    message: (p: { field: string; path: string }) => `${p.field} is ${JSON.stringify(p.path)}, which is not a folder here.`,
    fix: () => 'Send the path of a folder that exists on this machine.',
  },
  ACP_SESSION_UNKNOWN: {
    message: (p: { id: string }) => `The session ${JSON.stringify(p.id)} is not open here.`,
    fix: () => 'Start one with session/new, or open a recorded one with session/load or session/resume.',
  },
  ACP_SESSION_OPEN: {
    message: (p: { id: string }) => `The session ${JSON.stringify(p.id)} is already open here.`,
    fix: () => 'Close it with session/close first.',
  },
  ACP_CONNECTION: {
    message: (p: { problem: string }) => `The connection to the editor ended: ${p.problem}.`,
  },
  ACP_BUSY: {
    message: (p: { id: string }) => `The session ${JSON.stringify(p.id)} is still working on a prompt.`,
    fix: () => 'Wait for its answer, or send session/cancel.',
  },
  ACP_PROMPT: {
    message: (p: { problem: string }) => `The prompt cannot be read: ${p.problem}.`,
    fix: () => 'Send text, pictures, embedded text files and links to files.',
  },
  ACP_OPTION: {
    message: (p: { option: string; value: string; expected: readonly string[] }) =>
      `${p.option} cannot be ${JSON.stringify(p.value)}; expected one of ${p.expected.join(', ')}.`,
    fix: () => 'Choose a value that the answer to session/new lists.',
  },
  ACP_SERVER_UNANSWERED: {
    message: (p: { name: string }) => `Nobody answered whether the MCP server ${JSON.stringify(p.name)} of the editor may start.`,
    fix: () => 'Send the prompt again and answer the question, or remove the server from the settings of the editor.',
  },
};

export const errors = defineErrors(table);
