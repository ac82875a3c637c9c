import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  SHELL_START_FAILED: {
    message: (p: { reason: string; code?: string | undefined }) => `bash could not be started: ${p.reason}.`,
    fix: ({ code = '' }: { code?: string | undefined }) =>
      ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'].includes(code)
        ? 'This machine, or this process, has too much open. Call again once something has ended, or raise ulimit -n.'
        : 'Install bash so that it is on the PATH of this agent.',
  },
  SHELL_MISSING: {
    message: () => 'The command was not run: Git for Windows was not found, whose bash runs commands.',
    fix: () => 'Install Git for Windows, or add the folder of its git.exe to PATH. In WSL, commands run as on Linux.',
  },
  SHELL_FOLDER_GONE: {
    message: (p: { path: string; now: string | undefined }) =>
      `The command was not run: the working directory ${p.path} no longer exists.${p.now === undefined ? '' : ` Shell cwd was reset to ${p.now}.`}`,
    fix: (p: { now: string | undefined }) =>
      p.now === undefined ? 'Create it again.' : 'Call again if that is where it should run.',
  },
  SHELL_CANCELLED: { message: () => 'The command was not run: the call was cancelled before it started.' },
  SHELL_ENV_FILE: {
    message: (p: { path: string; reason: string }) =>
      `The command was not run: the envFile ${p.path} of tool-shell cannot be read: ${p.reason}.`,
    fix: () => 'Create the file with lines NAME=value, or remove the option envFile from the configuration.',
  },
  SHELL_PTY_MISSING: {
    message: (p: { reason: string }) =>
      `The command was not run: tool-shell has the option pty, and its terminal cannot be loaded: ${p.reason}.`,
    fix: () => 'Run npm install @lydell/node-pty, or remove the option pty from the configuration.',
  },
  SHELL_FILTER_INVALID: {
    message: (p: { pattern: string; problem: string }) => `The filter ${JSON.stringify(p.pattern)} cannot be used: ${p.problem}.`,
    fix: () => 'Give a shorter or corrected regular expression.',
  },
  SHELL_FILTER_SLOW: {
    message: (p: { pattern: string; ms: number }) =>
      `The filter ${JSON.stringify(p.pattern)} took longer than ${p.ms} ms, so it was stopped. No output was lost.`,
    fix: () => 'Give a simpler regular expression, or none.',
  },
  TASK_UNKNOWN: {
    message: (p: { id: string; running: readonly string[] }) =>
      `There is no background task "${p.id}". Running: ${p.running.join(', ') || 'none'}.`,
  },
  TASK_ENDED: {
    message: (p: { id: string; state: string; running: readonly string[] }) =>
      `The background task "${p.id}" is no longer running (${p.state}). Running: ${p.running.join(', ') || 'none'}.`,
  },
  SANDBOX_UNAVAILABLE: {
    message: (p: { reason: string; at: string | undefined }) =>
      `The command was not run: the sandbox that this agent requires${p.at === undefined ? '' : ` (${p.at})`} cannot be set up: ${p.reason}.`,
    fix: () =>
      'Install what is missing (Debian and Ubuntu: apt-get install bubblewrap socat; npm install @anthropic-ai/sandbox-runtime), or set required: false under sandbox in the configuration.',
  },
};

export const errors = defineErrors(table);
