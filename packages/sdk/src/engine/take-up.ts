import type { Block } from '@loadout/core/model';
import type { Conversation, RunResult } from '@loadout/runner';
import { INTERRUPTED, INTERRUPTED_IN_TOOLS } from '../frames/framer.js';
import type { SlashCommand } from '../types/control.js';
import type { SDKUserMessage } from '../types/messages.js';
import { LOCAL_COMMANDS } from './commands/command-in.js';
import { blocksOf, contentOf } from './prompt-queue.js';

export interface TakenUp {
  /** Absent if the conversation continues with incoming news. */
  readonly message: SDKUserMessage | undefined;
  readonly id: string | undefined;
  readonly isVerbatim: boolean;
}

/** Commands that the engine itself handles. */
export const COMMANDS: readonly SlashCommand[] = [
  { name: 'compact', description: 'Puts a summary in the place of what was said.', argumentHint: '[what the summary must heed]' },
  ...LOCAL_COMMANDS,
].map((command) => ({ ...command, builtin: true }));

/**
 * Starts a turn. `/compact` shortens the conversation, with the text after the command as instructions for the summary. Any other
 * prompt goes to the model.
 */
export async function takeUp(conversation: Conversation, taken: TakenUp): Promise<RunResult> {
  const result = await exchanged(conversation, taken);
  const text = result.calls.length > 0 ? INTERRUPTED_IN_TOOLS : INTERRUPTED;
  if (result.outcome === 'interrupted') conversation.append([{ type: 'text', text }]);
  return result;
}

function exchanged(conversation: Conversation, { message, id, isVerbatim }: TakenUp): Promise<RunResult> {
  if (message === undefined) return conversation.goOn();
  const instructions = isVerbatim ? undefined : compactionIn(blocksOf(message));
  if (instructions !== undefined) return conversation.compact(instructions);
  return conversation.ask(contentOf(message), { id, isVerbatim });
}

function compactionIn([only, ...others]: readonly Block[]): string | undefined {
  if (others.length > 0 || only?.type !== 'text') return undefined;
  const found = /^\s*\/compact(?:\s+(.*))?$/s.exec(String(only.text));
  return found === null ? undefined : (found[1] ?? '').trim();
}
