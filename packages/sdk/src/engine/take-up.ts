import type { Block } from '@loadout/core';
import type { Conversation, RunResult } from '@loadout/runner';
import type { SlashCommand } from '../types/control.js';
import type { SDKUserMessage } from '../types/messages.js';
import { blocksOf, contentOf } from './prompt-queue.js';

export interface TakenUp {
  /** Absent: the conversation goes on with what has come in. */
  readonly message: SDKUserMessage | undefined;
  readonly id: string | undefined;
  readonly isVerbatim: boolean;
}

/** Prompts that are for the engine. */
export const COMMANDS: readonly SlashCommand[] = [
  { name: 'compact', description: 'Puts a summary in the place of what was said.', argumentHint: '[what the summary must heed]' },
];

/** Asks the model, but for `/compact`, which asks for a shorter conversation; what stands behind it is for the summary. */
export function takeUp(conversation: Conversation, { message, id, isVerbatim }: TakenUp): Promise<RunResult> {
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
