import type { SlashCommand } from '../../types/control.js';
import type { SDKUserMessage } from '../../types/messages.js';
import { blocksOf } from '../prompt-queue.js';

/** A prompt that the engine answers itself. */
export interface LocalCommand {
  /** The name in the list of commands, whichever alias was written. */
  readonly name: string;
  readonly written: string;
  readonly args: string;
}

/** Commands that the engine answers without the model (W4). */
export const LOCAL_COMMANDS: readonly SlashCommand[] = [
  { name: 'agents', description: 'Tells where agents are defined', argumentHint: '' },
  { name: 'clear', description: 'Begins a new session with an empty conversation', argumentHint: '', aliases: ['reset', 'new'] },
  { name: 'config', description: 'Changes a setting for this session', argumentHint: 'key=value' },
  { name: 'context', description: 'Shows how full the context is', argumentHint: '' },
  { name: 'effort', description: 'Sets the effort of the model', argumentHint: '<low|medium|high|xhigh|max|auto>' },
  { name: 'mcp', description: 'Lists the MCP servers', argumentHint: '' },
  { name: 'model', description: 'Shows or sets the model', argumentHint: '<model>' },
  { name: 'output-style', description: 'Lists the output styles', argumentHint: '' },
  { name: 'reload-plugins', description: 'Reads plugin folders again', argumentHint: '' },
  { name: 'reload-skills', description: 'Reads skills and commands again', argumentHint: '' },
  { name: 'rename', description: 'Gives the session a title', argumentHint: '[name]', aliases: ['name'] },
  { name: 'usage', description: 'Shows the cost of the session', argumentHint: '', aliases: ['cost', 'stats'] },
];

/** Commands of the reference that need a terminal or a service that is not here. They are answered with a sentence. */
const UNAVAILABLE: readonly string[] = [
  ...['add-dir', 'auto-mode-setup', 'autocompact', 'bug', 'color', 'copy', 'diff', 'exit', 'export', 'fast', 'feedback', 'focus'],
  ...['goal', 'heapdump', 'help', 'hooks', 'ide', 'list-agents', 'login', 'logout', 'memory', 'permissions', 'plugin', 'quit'],
  ...[
    'recap',
    'release-notes',
    'resume',
    'rewind',
    'skills',
    'status',
    'statusline',
    'tasks',
    'terminal-setup',
    'theme',
    'upgrade',
    'vim',
  ],
];

export const isUnavailable = (name: string): boolean => UNAVAILABLE.includes(name);

/** Returns the command of a prompt that is nothing but one. The program's own skills and commands go before those of the engine. */
export function commandIn(message: SDKUserMessage, own: (name: string) => boolean): LocalCommand | undefined {
  const [only, ...others] = blocksOf(message);
  if (others.length > 0 || only?.type !== 'text') return undefined;
  const [, written = '', args = ''] = /^\/([\w-]+)(?:\s+([\s\S]*))?$/.exec(String(only.text)) ?? [];
  if (written === '' || own(written)) return undefined;
  const known = LOCAL_COMMANDS.find(({ name, aliases = [] }) => name === written || aliases.includes(written));
  const name = known?.name ?? (isUnavailable(written) ? written : undefined);
  return name === undefined ? undefined : { name, written, args: args.trim() };
}
