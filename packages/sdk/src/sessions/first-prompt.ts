import { blocksOf } from './entry.js';
import type { Fields } from './scan-lines.js';

const MAX_CHARS = 200;
const COMMAND = /<command-name>(.*?)<\/command-name>/;
const SHELL_LINE = /<bash-input>([\s\S]*?)<\/bash-input>/;
/** Matches text that an engine, an editor or a hook put in the place of a person's words. */
const NOT_TYPED = /^<[a-z][\w-]*[\s>]|^\[Request interrupted by user/;

/** The prompt in a line, as a title. A command counts by its name only if there is no other prompt. */
export function promptOf(entry: Fields): { readonly text: string; readonly isCommand: boolean } | undefined {
  if (entry.type !== 'user' || entry.isMeta === true || entry.isCompactSummary === true) return undefined;
  const blocks = blocksOf(entry.message);
  if (blocks.some((block) => block.type === 'tool_result')) return undefined;
  for (const block of blocks) {
    if (block.type !== 'text' || typeof block.text !== 'string') continue;
    const text = block.text.replaceAll('\n', ' ').trim();
    const command = COMMAND.exec(text)?.[1];
    if (command !== undefined) return { text: command, isCommand: true };
    const line = SHELL_LINE.exec(text)?.[1];
    if (line !== undefined) return { text: `! ${line.trim()}`, isCommand: false };
    if (text === '' || NOT_TYPED.test(text)) continue;
    return { text: text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS).trim()}…` : text, isCommand: false };
  }
  return undefined;
}

/** The first prompt in these lines. */
export function firstPromptOf(entries: Iterable<Fields>): string | undefined {
  let command: string | undefined;
  for (const entry of entries) {
    const prompt = promptOf(entry);
    if (prompt?.isCommand === false) return prompt.text;
    command ??= prompt?.text;
  }
  return command;
}
