type Near = { nearest?: string | undefined };
const hint = (p: Near) => (p.nearest === undefined ? '' : ` Did you mean ${p.nearest}?`);

/**
 * The errors of what a person types behind any command. They are rows of the command's own table. A package of commands throws them too,
 * and leaves them out of the table that it exports.
 */
export const usageErrors = {
  USAGE_AGENT_OR_PROMPT: {
    message: (p: { word: string; available: readonly string[] } & Near) =>
      `There is no agent ${JSON.stringify(p.word)}, and a single word like this is not sent as a prompt.${hint(p)}`,
    fix: (p: { word: string; available: readonly string[] }) =>
      `Name an agent (${p.available.join(', ')}). To send the word as the prompt: loadout run ${p.available.length === 1 ? '--' : '<agent>'} ${JSON.stringify(p.word)}.`,
  },
  USAGE_FLAG_UNKNOWN: {
    message: (p: { flag: string; command: string } & Near) => `loadout ${p.command} has no flag ${p.flag}.${hint(p)}`,
    fix: (p: { command: string }) =>
      `List the flags with loadout ${p.command} --help. Put -- before a prompt that starts with a dash.`,
  },
  USAGE_FLAG_VALUE: {
    message: (p: { label: string; found?: string | undefined }) =>
      `The flag ${p.label} needs a value${p.found === undefined ? '' : `, but ${p.found} follows`}.`,
    fix: () => 'Write the value after the flag. If the value starts with a dash, write --flag=value.',
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
      `${p.flag} must be a whole number greater than 0, but is ${JSON.stringify(p.value)}.`,
  },
  USAGE_FLAG_CONTENT: {
    message: (p: { flag: string; problem: string }) => `The value of ${p.flag} cannot be used: ${p.problem}.`,
    fix: (p: { expected: string }) => `Give ${p.expected}.`,
  },
  USAGE_FLAGS_TOGETHER: {
    message: (p: { flags: readonly string[] }) => `${p.flags.join(' and ')} cannot be used together.`,
    fix: () => 'Use only one of them.',
  },
  USAGE_FLAG_ALONE: {
    message: (p: { flag: string; needs: string }) => `${p.flag} has no effect without ${p.needs}.`,
    fix: (p: { flag: string; needs: string }) => `Add ${p.needs}, or remove ${p.flag}.`,
  },
  USAGE_ARGUMENT_MISSING: {
    message: (p: { name: string; usage: string }) => `The argument <${p.name}> is missing.`,
    fix: (p: { usage: string }) => `Write: ${p.usage}`,
  },
  USAGE_CALL: {
    message: (p: { text: string; problem: string }) => `The call ${JSON.stringify(p.text)} cannot be read: ${p.problem}.`,
    fix: () => 'Write "Bash(npm test)", "Read(src/x.ts)" or \'Tool({"key": "value"})\'.',
  },
  TRUST_HASH: {
    message: (p: { found: string; from: string }) => `${p.from} is ${JSON.stringify(p.found)}, which is not a SHA-256 hash.`,
    fix: () => 'Use the 64 hexadecimal digits that loadout trust --show prints.',
  },
  TRUST_OTHER: {
    message: (p: { config: string; hash: string; changes?: string | undefined }) =>
      `The content of ${p.config} that needs trust has the hash ${p.hash}, not the one given.${p.changes === undefined ? '' : ` Since you trusted it:\n${p.changes}`}`,
    fix: (p: { hash: string }) =>
      `Review the content with: loadout trust --show. If it is as it should be, give the hash ${p.hash} in place of the old one.`,
  },
  FOLDER_MISSING: {
    message: (p: { flag: string; dir: string }) => `${p.flag} names ${p.dir}, which is not a folder.`,
    fix: () => 'Name a folder that exists.',
  },
  FILE_NOT_WRITTEN: {
    message: (p: { file: string; problem: string }) => `${p.file} cannot be written: ${p.problem}.`,
    fix: () => 'Make the file and its folder writable for you, and see that its disk has space.',
  },
  USAGE_PARAM: {
    message: (p: { value: string }) => `--param takes key=value, but is ${JSON.stringify(p.value)}.`,
    fix: () => 'Write --param name=value, once for each param.',
  },
  SERVE_TOKEN: {
    message: (p: { variable: string; length: number }) =>
      p.length === 0
        ? `--token-env names ${p.variable}, which is not set.`
        : `The token in ${p.variable} has only ${p.length} characters, which is too easy to guess.`,
    fix: () => 'Set it to at least 16 characters without spaces, for example the output of `openssl rand -hex 32`.',
  },
  REPLAY_MISSING: {
    message: ({ given, dir }: { given: string; dir: string }) =>
      given === 'latest'
        ? `There is no session in ${dir} yet.`
        : `${JSON.stringify(given)} is not a file, not a folder with a trace.jsonl, and not a session in ${dir}.`,
    fix: ({ given }: { given: string }) =>
      given === 'latest'
        ? 'Run an agent in this folder first, or name a trace.jsonl, its folder, or a session.'
        : 'Name a trace.jsonl, its folder, or a session. List the sessions of this folder with: loadout sessions',
  },
  REPLAY_FORMAT: {
    message: (p: { path: string; line: number; problem: string }) =>
      `${p.path}, line ${p.line}, is not a line of a trace or a session: ${p.problem}.`,
    fix: () => 'Name a file that Loadout wrote: a trace.jsonl, or the transcript of a session.',
  },
  PACKAGE_MISSING: {
    message: ({ use, needs }: { use: string | readonly string[]; needs: string }) =>
      `${needs} needs ${typeof use === 'string' || use.length === 1 ? `${use}, which is not installed` : `${use.join(' or ')}, of which none is installed`}.`,
    fix: (p: { use: string | readonly string[]; fix?: string | undefined }) => p.fix ?? `npm install ${p.use}`,
  },
  PROGRAM_MISSING: {
    message: (p: { what: string; program: string; problem: string; isGuard: boolean }) =>
      `The ${p.what} starts ${p.program}, which ${p.problem}${p.isGuard ? ': what it guards is blocked, or is not guarded' : ''}.`,
    fix: () => 'Correct the path, install the program, or make the file executable.',
  },
  SESSION_AMBIGUOUS: {
    message: (p: { given: string; ids: readonly string[] }) =>
      `${JSON.stringify(p.given)} names ${p.ids.length} sessions: ${p.ids.slice(0, 10).join(', ')}${p.ids.length > 10 ? ', …' : ''}.`,
    fix: () => 'Write more of the id.',
  },
  LOG_NOT_OPEN: {
    message: (p: { file: string; problem: string }) => `The log ${p.file} cannot be opened: ${p.problem}.`,
    fix: () => 'Name a file in a folder that exists and that this user may write to, or - for standard error.',
  },
  CHAT_COMMAND: {
    message: (p: { name: string } & Near) => `There is no command or skill ${p.name}.${hint(p)}`,
    fix: () => 'List them with /help. To send the line to the model, start it with a space.',
  },
  CHAT_MODE: {
    message: (p: { value: string } & Near) => `${JSON.stringify(p.value)} is not a permission mode.${hint(p)}`,
    fix: (p: { choices: readonly string[] }) => `Use one of: ${p.choices.join(', ')}.`,
  },
  CHAT_CHECKPOINTS: {
    message: () => 'Checkpoints are off, so there are no earlier versions of files to restore.',
    fix: () => 'Add sessions: { checkpoints: true } to the configuration, and start a new session.',
  },
  CHAT_REWIND: {
    message: (p: { value: string; count: number }) =>
      `There is no prompt ${JSON.stringify(p.value)}; this conversation has ${p.count}.`,
    fix: () => 'List the prompts with their numbers: /rewind',
  },
};
