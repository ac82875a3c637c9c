import { defineErrors } from '@loadout/core';
import { httpErrors } from './http-errors.js';

type Near = { nearest?: string | undefined };
const hint = (p: Near) => (p.nearest === undefined ? '' : ` Did you mean ${p.nearest}?`);

/** Every error of the command itself; those of the parts that it calls are in the tables of those. */
export const table = {
  ...httpErrors,
  USAGE_COMMAND_UNKNOWN: {
    message: (p: { name: string } & Near) => `There is no command ${JSON.stringify(p.name)}.${hint(p)}`,
    fix: () => 'loadout --help lists the commands; an agent is run with: loadout run [agent] "prompt".',
  },
  USAGE_FLAG_UNKNOWN: {
    message: (p: { flag: string; command: string } & Near) => `loadout ${p.command} has no flag ${p.flag}.${hint(p)}`,
    fix: (p: { command: string }) =>
      `loadout ${p.command} --help lists the flags; put -- before a prompt that begins with a dash.`,
  },
  USAGE_FLAG_VALUE: {
    message: (p: { label: string; found?: string | undefined }) =>
      `The flag ${p.label} needs a value${p.found === undefined ? '' : `, but ${p.found} follows`}.`,
    fix: () => 'Write the value behind it; one that begins with a dash as --flag=value.',
  },
  USAGE_FLAG_NO_VALUE: {
    message: (p: { flag: string; value: string }) => `The flag ${p.flag} takes no value, but has ${JSON.stringify(p.value)}.`,
    fix: (p: { flag: string }) => `Write ${p.flag} alone.`,
  },
  USAGE_FLAG_CHOICE: {
    message: (p: { flag: string; value: string } & Near) => `${p.flag} cannot be ${JSON.stringify(p.value)}.${hint(p)}`,
    fix: (p: { choices: readonly string[] }) => `Use one of: ${p.choices.join(', ')}.`,
  },
  USAGE_FLAG_NUMBER: {
    message: (p: { flag: string; value: string }) =>
      `${p.flag} must be a whole number above 0, but is ${JSON.stringify(p.value)}.`,
  },
  USAGE_FLAG_AMOUNT: {
    message: (p: { flag: string; value: string }) => `${p.flag} must be a number, but is ${JSON.stringify(p.value)}.`,
  },
  USAGE_FLAG_CONTENT: {
    message: (p: { flag: string; problem: string }) => `The value of ${p.flag} cannot be used: ${p.problem}.`,
    fix: (p: { expected: string }) => `Give ${p.expected}.`,
  },
  ENGINE_INPUT: {
    message: (p: { line: string; problem: string }) => `Error parsing streaming input line: ${p.problem}: ${p.line}`,
    fix: () => 'Write one JSON object to a line: a user message, a control_request or a control_response.',
  },
  USAGE_FLAGS_TOGETHER: {
    message: (p: { flags: readonly string[] }) => `${p.flags.join(' and ')} cannot be used together.`,
    fix: () => 'Leave one of them out.',
  },
  USAGE_FLAG_ALONE: {
    message: (p: { flag: string; needs: string }) => `${p.flag} does nothing without ${p.needs}.`,
    fix: (p: { flag: string; needs: string }) => `Add ${p.needs}, or leave ${p.flag} out.`,
  },
  USAGE_PARAM: {
    message: (p: { value: string }) => `--param takes key=value, but is ${JSON.stringify(p.value)}.`,
    fix: () => 'Write --param name=value, once for each param.',
  },
  USAGE_ARGUMENT_MISSING: {
    message: (p: { name: string; usage: string }) => `The argument <${p.name}> is missing.`,
    fix: (p: { usage: string }) => `Write: ${p.usage}`,
  },
  USAGE_ARGUMENT_EXTRA: {
    message: (p: { extra: string; count: number; usage: string }) =>
      `${JSON.stringify(p.extra)} is one argument too many: this command takes ${p.count === 0 ? 'none' : `at most ${p.count}`}.`,
    fix: (p: { usage: string }) =>
      `Write: ${p.usage}${/\b(?:prompt|call)\b/.test(p.usage) ? '. A prompt of several words stands in quotes.' : ''}`,
  },
  CHAT_NO_TERMINAL: {
    message: () => 'loadout chat needs a terminal to read from and to write to, and one of them is none.',
    fix: () => 'In a pipe, a script or CI ask once: loadout run [agent] "prompt". It goes on with --resume ID.',
  },
  CHAT_COMMAND: {
    message: (p: { name: string } & Near) => `There is no command and no skill ${p.name}.${hint(p)}`,
    fix: () => '/help lists them. With a blank before it, it goes to the model as it stands.',
  },
  CHAT_MODE: {
    message: (p: { value: string } & Near) => `${JSON.stringify(p.value)} is no permission mode.${hint(p)}`,
    fix: (p: { choices: readonly string[] }) => `Use one of: ${p.choices.join(', ')}.`,
  },
  CHAT_CHECKPOINTS: {
    message: () => 'What files were before is not kept here, so there is nothing to go back to.',
    fix: () => 'Write sessions: { checkpoints: true } into the configuration, and begin a new session.',
  },
  CHAT_REWIND: {
    message: (p: { value: string; count: number }) =>
      `${JSON.stringify(p.value)} is none of the prompts of this conversation, of which there are ${p.count}.`,
    fix: () => '/rewind lists them with their numbers.',
  },
  LIST_KIND: {
    message: (p: { value: string } & Near) => `There is no list of ${JSON.stringify(p.value)}.${hint(p)}`,
    fix: (p: { choices: readonly string[] }) => `Name one of: ${p.choices.join(', ')}.`,
  },
  REPLAY_MISSING: {
    message: (p: { given: string; dir: string }) =>
      `${JSON.stringify(p.given)} is neither a file nor a folder with a trace.jsonl, and no session in ${p.dir}.`,
    fix: () => 'Give a trace.jsonl, its folder, or a session: loadout sessions lists those of this folder.',
  },
  REPLAY_FORMAT: {
    message: (p: { path: string; line: number; problem: string }) =>
      `${p.path}, line ${p.line}, is no line of a trace or a session: ${p.problem}.`,
    fix: () => 'Give a file that Loadout wrote: a trace.jsonl, or the transcript of a session.',
  },
  USAGE_CALL: {
    message: (p: { text: string; problem: string }) => `The call ${JSON.stringify(p.text)} cannot be read: ${p.problem}.`,
    fix: () => 'Write "Bash(npm test)", "Read(src/x.ts)" or \'Tool({"key": "value"})\'.',
  },
  NPM_FAILED: {
    message: (p: { args: readonly string[]; problem: string }) => `npm ${p.args.join(' ')} failed: ${p.problem}.`,
    fix: () => 'Look at what npm says above.',
  },
  ADD_NO_PLUGIN: {
    message: (p: { use: string }) => `${p.use} is installed, but it is no plugin: its package.json has no "loadout".`,
    fix: (p: { use: string }) => `npm uninstall ${p.use}`,
  },
  ADD_MOUNT_TAKEN: {
    message: (p: { mount: string; use: string }) => `The mount ${p.mount} is there already: it is ${p.use}.`,
    fix: () => 'Choose another with --as NAME.',
  },
  ADD_NOT_YAML: {
    message: (p: { file: string }) => `${p.file} is not YAML, so plugins in it are not changed by a command.`,
    fix: () => 'Install with npm, and change it by hand.',
  },
  REMOVE_UNKNOWN: {
    message: (p: { name: string } & Near) => `No plugin is mounted as ${p.name}, and none is that package.${hint(p)}`,
  },
  TRUST_HASH: {
    message: (p: { found: string; from: string }) => `${p.from} is ${JSON.stringify(p.found)}, which is no SHA-256 hash.`,
    fix: () => 'Give the 64 hexadecimal digits that loadout trust --show prints.',
  },
  TRUST_OTHER: {
    message: (p: { config: string; hash: string; changes?: string | undefined }) =>
      `What acts in ${p.config} has another hash than the one given: ${p.hash}.${p.changes === undefined ? '' : ` Since you trusted it:\n${p.changes}`}`,
    fix: () => 'Look at what changed with: loadout trust --show',
  },
  TRUST_UNANSWERED: {
    message: (p: { config: string }) => `${p.config} is not trusted, and nobody is there to ask.`,
    fix: (p: { hash: string }) => `Once you have read it: loadout trust --hash ${p.hash}`,
  },
  USAGE_EVENT: {
    message: (p: { event: string } & Near) => `There is no hook event ${JSON.stringify(p.event)}.${hint(p)}`,
    fix: (p: { available: readonly string[] }) => `Use one of: ${p.available.join(', ')}.`,
  },
  USAGE_EVENT_FIELD: {
    message: (p: { flag: string; value: string; problem: string }) =>
      `${p.flag} cannot be ${JSON.stringify(p.value)}: ${p.problem}.`,
    fix: () => 'Write --tool Bash --input \'{"command": "ls"}\', and other fields as --field prompt=Go.',
  },
  SERVE_PLUGIN_UNKNOWN: {
    message: (p: { name: string; available: readonly string[] } & Near) =>
      `No plugin is mounted as ${p.name}, and none is that package.${hint(p)}`,
    fix: (p: { available: readonly string[] }) => `Name one of: ${p.available.join(', ') || '(none is mounted)'}.`,
  },
  MCP_KEY_UNKNOWN: {
    message: (p: { key: string; available: readonly string[] } & Near) =>
      `The configuration has no MCP server ${JSON.stringify(p.key)}.${hint(p)}`,
    fix: (p: { available: readonly string[] }) => `Name one of: ${p.available.join(', ') || '(there is none)'}.`,
  },
  SERVE_TOKEN: {
    message: (p: { variable: string; length: number }) =>
      p.length === 0
        ? `--token-env names ${p.variable}, which is not set.`
        : `The token in ${p.variable} has ${p.length} characters, which can be guessed.`,
    fix: () => 'Set it to at least 16 characters without blanks, such as those that `openssl rand -hex 32` prints.',
  },
  SERVE_PORT: {
    message: (p: { value: string }) => `--port must be a number from 1 to 65535, but is ${JSON.stringify(p.value)}.`,
  },
  FOLDER_MISSING: {
    message: (p: { flag: string; dir: string }) => `${p.flag} names ${p.dir}, which is not a folder.`,
  },
  INIT_EXISTS: {
    message: (p: { file: string }) => `${p.file} is there already; it is left as it is.`,
    fix: () => 'Choose another folder with --dir, or remove it first.',
  },
  NEW_NAME: {
    message: (p: { name: string }) => `${JSON.stringify(p.name)} is no name of a plugin.`,
    fix: () => 'Write small letters, digits and single hyphens, such as crm or wiki-search.',
  },
  NEW_EXISTS: {
    message: (p: { file: string }) => `${p.file} is there already; nothing was written.`,
    fix: () => 'Choose another folder with --dir.',
  },
  IMPORT_EXISTS: {
    message: (p: { file: string }) => `${p.file} is there already; it is left as it is.`,
    fix: () => 'Leave --write out to print the text, or remove the file first.',
  },
  FILE_NOT_WRITTEN: {
    message: (p: { file: string; problem: string }) => `${p.file} cannot be written: ${p.problem}.`,
  },
  OUTPUT_LOST: {
    message: (p: { problem: string }) => `Standard output cannot be written: ${p.problem}. What was printed is not whole.`,
    fix: () => 'Make room where it is redirected to, or print somewhere else; `loadout resume latest` goes on with a run.',
  },
  ENDED_EARLY: {
    message: (p: { waits: boolean }) =>
      p.waits
        ? 'The command waits for what nothing is left to bring: a tool, a hook or a plugin never settles.'
        : 'The process was ended before the command was: a tool, a hook or a plugin called process.exit.',
    fix: () => 'Look at what ran last and correct it; `loadout resume latest` goes on with a run.',
  },
  TOOLS_FLAG_UNKNOWN: {
    message: (p: { names: readonly string[] } & Near) =>
      `--tools names ${p.names.join(', ')}, which no plugin of this agent offers.${hint(p)}`,
    fix: (p: { available: readonly string[] }) => `Offered: ${p.available.join(', ') || '(none)'}.`,
  },
  PACKAGE_MISSING: {
    message: (p: { use: string; needs: string }) => `${p.needs} needs ${p.use}, which is not installed.`,
    fix: (p: { use: string }) => `npm install ${p.use}`,
  },
  SANDBOX_PACKAGE_MISSING: {
    message: (p: { agent: string; use: string; required: boolean }) =>
      `The agent ${p.agent} has a sandbox, and ${p.use} is not installed: ${p.required ? 'each of its commands will fail' : 'its commands will run without a sandbox'}.`,
    fix: (p: { use: string }) => `npm install ${p.use}`,
  },
  PACKAGE_OLD: {
    message: (p: { use: string; needs: string }) => `${p.needs} needs a newer ${p.use} than the one that is installed.`,
    fix: (p: { use: string }) => `npm install ${p.use}@latest`,
  },
};

export const errors = defineErrors(table);
