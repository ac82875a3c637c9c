import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  SCRIPT_TOOL_INVALID: {
    message: (p: { path: string; problem: string }) => `${p.path} ${p.problem}.`,
    fix: (p: { fix: string }) => p.fix,
  },
  SCRIPT_FILE: {
    message: (p: { name: string; path: string; problem: string }) => `${p.name} was not run: ${p.path} ${p.problem}.`,
    fix: (p: { fix: string }) => p.fix,
  },
  SCRIPT_NOT_STARTED: {
    message: (p: { name: string; reason: string }) =>
      `${p.name} was not run, because its program could not be started: ${p.reason}.`,
    fix: () =>
      'Install the program so that it is on the PATH of this agent, or write a path that begins with ./ for a file beside the configuration.',
  },
  SCRIPT_CHANGED: {
    message: (p: { name: string; path: string }) =>
      `${p.name} was not run: ${p.path} is not what it was when this session began.`,
    fix: () => 'Look at the change, trust it with: loadout trust, and begin a new session.',
  },
  SCRIPT_FOLDER: {
    message: (p: { name: string; cwd: string; roots: readonly string[] }) =>
      `${p.name} was not run: its folder ${p.cwd} is not in the working directories (${p.roots.join(', ')}).`,
    fix: () => 'Add the folder to permissions.additionalDirectories, or name a folder in them under cwd.',
  },
  SCRIPT_TOOL_UNKNOWN: {
    message: (p: { name: string; known: readonly string[] }) =>
      `No tool of the configuration is called "${p.name}". There are: ${p.known.join(', ') || 'none'}.`,
    fix: () => 'Name one of these, or declare the tool under tools.',
  },
  SCRIPT_TOOL_LEFT_OUT: {
    message: (p: { name: string; agent: string }) => `The agent ${p.agent} does not have the tool ${p.name}.`,
    fix: (p: { name: string; agent: string }) =>
      `Write ${p.name} in agents.${p.agent}.tools and out of permissions.deny, or name another agent with --agent.`,
  },
  SCRIPT_INPUT: {
    message: (p: { text: string }) => `--input takes a JSON object, and ${JSON.stringify(p.text.slice(0, 80))} is not one.`,
    fix: () => `Write it in single quotes, such as --input '{"env":"staging"}'.`,
  },
  SCRIPT_CANCELLED: {
    message: (p: { name: string }) => `${p.name} was not run: the call was cancelled before it started.`,
  },
};

export const errors = defineErrors(table);
