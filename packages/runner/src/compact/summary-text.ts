import type { Block, Message } from '@loadout/core/model';
import { type Told, told } from '../told/told.js';
import { lastPrompt, SUMMARY_TAG } from './newest-messages.js';

interface Summarised {
  readonly summary: string;
  readonly from: number;
  readonly transcript: string;
  readonly again: readonly string[];
  /** If true, the person waits for no answer. */
  readonly isAnswered?: boolean;
}

/** Builds the conversation from a summary, the person's last prompt, and the unchanged newest messages. */
export function summarisedConversation(
  messages: readonly Message[],
  { summary, from, transcript, again, isAnswered }: Summarised,
): Message[] {
  const newest = messages.slice(from);
  const prompt = isAnswered ? undefined : lastPrompt(messages, from);
  const block = {
    type: 'text' as const,
    text: `<${SUMMARY_TAG}>\n${told.summary({ summary, transcript, again, promptFollows: prompt !== undefined })}\n</${SUMMARY_TAG}>`,
  };
  const opening = [block, ...(prompt ?? [])];
  const [first, ...rest] = newest;
  if (first?.role === 'user') return [userMessage([...opening, ...first.content]), ...rest];
  return [userMessage(opening), ...newest];
}

/** Appends a question of ours. The beginning stays the same bytes, so that the prompt cache is used (COMPACT-05). */
export function withQuestion(messages: readonly Message[], text: Told): Message[] {
  const question = { type: 'text' as const, text };
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, userMessage([question])];
  return [...messages.slice(0, -1), userMessage([...last.content, question])];
}

const userMessage = (content: readonly Block[]): Message => Object.freeze({ role: 'user', content: Object.freeze(content) });
