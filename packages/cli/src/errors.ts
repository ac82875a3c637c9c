import { size, typedWord, usageErrors } from '@loadout/command';
import { defineErrors } from '@loadout/core';

type Near = { nearest?: string | undefined };
const hint = (p: Near) => (p.nearest === undefined ? '' : ` Did you mean ${p.nearest}?`);

/** Every error of the command itself. The packages that it calls have tables of their own. */
export const table = {
  ...usageErrors,
  USAGE_COMMAND_UNKNOWN: {
    message: (p: { name: string } & Near) => `There is no command ${JSON.stringify(p.name)}.${hint(p)}`,
    fix: (p: { name: string }) =>
      p.name.startsWith('-')
        ? `Write the command before its flags: loadout <command> ${p.name} …`
        : 'List the commands with loadout help all. Run an agent with: loadout run [agent] "prompt".',
  },
  USAGE_SHELL: {
    message: (p: { shell: string; known: readonly string[] }) =>
      `There is no completion for the shell ${JSON.stringify(p.shell)}.`,
    fix: (p: { known: readonly string[] }) => `Use one of: ${p.known.join(', ')}.`,
  },
  USAGE_ARGUMENT_EXTRA: {
    message: (p: { extra: string; count: number; usage: string }) =>
      `${JSON.stringify(p.extra)} is one argument too many: this command takes ${p.count === 0 ? 'none' : `at most ${p.count}`}.`,
    fix: (p: { usage: string }) =>
      `Write: ${p.usage}${/\b(?:prompt|call)\b/.test(p.usage) ? '. Put a prompt of several words in quotes.' : ''}`,
  },
  USAGE_PROMPT_LARGE: {
    message: (p: { most: number }) => `Standard input has more than ${size(p.most)}, which no model reads as a prompt.`,
    fix: () => 'Write the text to a file, and name the file in the prompt.',
  },
  SESSION_ELSEWHERE: {
    message: (p: { id: string; cwd?: string | undefined }) =>
      `The session ${p.id} belongs to ${p.cwd ?? 'another folder'}, and the configuration of this folder is not its own.`,
    fix: (p: { id: string; cwd?: string | undefined }) =>
      p.cwd === undefined
        ? 'Resume it in its own folder.'
        : `Resume it there: cd ${typedWord(p.cwd)} && loadout run --resume ${p.id}`,
  },
  CHAT_NO_TERMINAL: {
    message: () => 'loadout chat needs a terminal for input and output, but one of them is not a terminal.',
    fix: () => 'In a pipe, a script or CI, use: loadout run [agent] "prompt". Continue with --resume ID.',
  },
  CHAT_RELOAD: {
    message: () =>
      'A chat that records its model cannot be reloaded: the next process would start the recording again from the beginning.',
    fix: () => 'End it with /exit, and start again: loadout chat --continue',
  },
  PLUGIN_FAULT: {
    message: (p: { place: string | undefined; message: string }) =>
      `Code ${p.place === undefined ? 'of a plugin' : `of ${p.place}`} failed outside of any call, in a timer, a listener or a promise that nobody awaits: ${p.message || 'there is no message'}`,
    fix: () => 'Continue the run with loadout resume latest. LOADOUT_DEBUG=1 prints the stack, for the author of the plugin.',
  },
  ADD_NOT_YAML: {
    message: (p: { file: string }) => `${p.file} is not YAML, so this command cannot change its plugins.`,
    fix: () => 'Install the package with npm, and change the file by hand.',
  },
  TRUST_UNANSWERED: {
    message: (p: { config: string }) => `${p.config} is not trusted, and nobody can be asked.`,
    fix: (p: { hash: string }) => `Review the content, then run: loadout trust --hash ${p.hash}`,
  },
  SERVE_PLUGIN_UNKNOWN: {
    message: (p: { name: string; available: readonly string[] } & Near) =>
      `No mounted plugin has the name or package ${p.name}.${hint(p)}`,
    fix: (p: { available: readonly string[] }) => `Name one of: ${p.available.join(', ') || '(no plugin is mounted)'}.`,
  },
  SERVE_PORT: {
    message: (p: { value: string }) => `--port must be a number from 1 to 65535, but is ${JSON.stringify(p.value)}.`,
  },
  OUTPUT_LOST: {
    message: (p: { problem: string }) => `Standard output cannot be written: ${p.problem}. The output is incomplete.`,
    fix: () =>
      'Free space where the output is redirected to, or redirect it elsewhere. Continue the run with `loadout resume latest`.',
  },
  ENDED_EARLY: {
    message: (p: { code?: number }) =>
      p.code === undefined
        ? 'The command waits for a tool, a hook or a plugin that never finishes: nothing in the process can complete it.'
        : `The process ended before the command did: a tool, a hook or a plugin called process.exit(${p.code}).`,
    fix: () => 'Find what ran last and correct it. Continue the run with `loadout resume latest`.',
  },
  TOOLS_FLAG_UNKNOWN: {
    message: (p: { names: readonly string[] } & Near) =>
      `--tools names ${p.names.join(', ')}, which no plugin of this agent offers.${hint(p)}`,
    fix: (p: { available: readonly string[] }) => `Offered: ${p.available.join(', ') || '(none)'}.`,
  },
  TESTS_NOT_RUN: {
    message: () => 'These tests are not checked and cannot run, because @loadout/test is not installed.',
    fix: () => 'npm install --save-dev @loadout/test',
  },
  SANDBOX_PACKAGE_MISSING: {
    message: (p: { agent: string; use: string; required: boolean }) =>
      `The agent ${p.agent} has a sandbox, but ${p.use} is not installed: ${p.required ? 'all its commands will fail' : 'its commands will run without a sandbox'}.`,
    fix: (p: { use: string }) => `npm install ${p.use}`,
  },
  COMMAND_INVALID: {
    message: (p: { command: string; use: string; problem: string }) =>
      `The command loadout ${p.command} of ${p.use} cannot be used: ${p.problem}.`,
    fix: () => 'Install the package again, or report the problem to its author. Its manifest is written by writeManifest.',
  },
};

export const errors = defineErrors(table);
