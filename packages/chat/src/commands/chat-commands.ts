import { SLASH_COMMANDS } from '@loadout/command/chat';
import { choosing } from './choosing.js';
import type { CommandContext } from './command-context.js';
import { contextBar } from './context-bar.js';
import { copy, exportTo, keepCase } from './out.js';
import { resume } from './resume.js';
import { rewind } from './rewind.js';
import { servers } from './servers.js';

export interface ChatCommand {
  readonly name: string;
  readonly takes?: string | undefined;
  readonly summary: string;
  readonly run: (rest: string, talk: CommandContext) => Promise<void> | void;
}

/** A command that prints what another command of Loadout prints. */
const printing =
  (...words: readonly string[]): ChatCommand['run'] =>
  async (rest, talk) => {
    const { text } = await talk.command([...words, ...(rest === '' ? [] : rest.split(/\s+/))]);
    talk.print(text);
  };

/** A command about the record of the session, which has one after its first prompt. */
const onRecord =
  (run: (talk: CommandContext, rest: string) => Promise<void> | void): ChatCommand['run'] =>
  (rest, talk) =>
    talk.session.prompts.length === 0 ? talk.print('Nothing was said yet, so this session has no record.\n') : run(talk, rest);

async function clear(_: string, talk: CommandContext): Promise<void> {
  const isKept = talk.session.prompts.length > 0;
  await talk.session.renew({});
  talk.print(`A new session begins.${isKept ? ' /resume goes back to the one before.' : ''}\n`, { isAside: true });
}

/** The commands beyond those of the plain chat, and those that the program does in its own way. */
const OWN: readonly ChatCommand[] = [
  {
    name: 'help',
    summary: 'Show the commands and the keys.',
    run: (_, talk) => talk.print(helpText(talk)),
  },
  { name: 'model', takes: '[name]', summary: 'Choose the model, from the next prompt on.', run: choosing.model },
  { name: 'mode', takes: '[mode]', summary: 'Choose the permission mode. Shift+Tab goes to the next one.', run: choosing.mode },
  {
    name: 'context',
    summary: 'Show what the next request takes of the context window.',
    run: (_, { session, surface }) => surface.commit(contextBar(session.conversation.contextUsage())),
  },
  { name: 'clear', summary: 'Start a new session; /resume goes back to the current one.', run: clear },
  {
    name: 'rewind',
    summary: 'Go back to before a prompt: the conversation, the files, or both. Esc Esc does the same.',
    run: rewind,
  },
  { name: 'resume', takes: '[id]', summary: 'Continue another session of this folder.', run: resume },
  { name: 'mcp', summary: 'Show the MCP servers: state, tools, reconnect, turn off.', run: servers },
  {
    name: 'diff',
    summary: 'Show the files that this session changed.',
    run: onRecord((talk) => printing('diff', talk.session.conversation.sessionId)('', talk)),
  },
  { name: 'copy', summary: 'Copy the last answer.', run: copy },
  {
    name: 'export',
    takes: '[file]',
    summary: 'Write this session as Markdown.',
    run: onRecord((talk, rest) => exportTo(rest, talk)),
  },
  {
    name: 'eval',
    takes: '[file]',
    summary: 'Keep this session as a case of an eval, in evals/sessions.jsonl or the file.',
    run: onRecord((talk, rest) => keepCase(rest, talk)),
  },
  {
    name: 'rules',
    takes: '[suggest]',
    summary: 'Show the questions of this project; suggest proposes rules, and suggest --write --yes keeps them.',
    run: printing('rules'),
  },
  { name: 'agents', summary: 'List the agents.', run: printing('list', 'agents') },
  { name: 'skills', summary: 'List the skills.', run: printing('list', 'skills') },
  { name: 'doctor', summary: 'Check this machine and the configuration.', run: printing('doctor') },
  {
    name: 'view',
    summary: 'Open this session in the browser, which follows it live.',
    run: onRecord((talk) => talk.print(talk.host.startView(talk.session.conversation.sessionId))),
  },
];

/** The commands that the plain chat has too. */
const shared: readonly ChatCommand[] = SLASH_COMMANDS.filter(({ name }) => OWN.every((own) => own.name !== name)).map(
  ({ run, ...command }) => ({ ...command, run: (rest, { session }) => run(rest, session) }),
);

export const chatCommands: readonly ChatCommand[] = [...OWN, ...shared].sort((a, b) => (a.name < b.name ? -1 : 1));

function helpText({ completions }: CommandContext): string {
  const rows = completions.commands().map(({ text, note = '' }) => `  /${text.padEnd(10)} ${note}`);
  return [...rows, '', ...KEYS].join('\n');
}

const KEYS = [
  'Enter sends; Shift+Enter, Ctrl+J or \\ and Enter begin a new line. @ names a file, ! runs a command.',
  'Esc interrupts; Esc Esc goes back; Ctrl+C clears, and twice it ends the chat. Shift+Tab or Alt+M: the next mode.',
  'Ctrl+O shows what was folded. Ctrl+B continues a command in the background. Ctrl+R searches your prompts. Ctrl+G opens your editor. Ctrl+Z: the shell.',
  'The model gets what you type during its work at its next step; Up takes it back, Esc sends it now.',
];
