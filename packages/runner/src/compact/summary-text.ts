import type { Block, Message } from '@loadout/core/model';
import { lastPrompt, SUMMARY_TAG } from './newest-messages.js';

/** Returns the request for a summary, with its required contents. Source: COMPACT-04. */
export function askForSummary(contexts: readonly string[]): string {
  return `The conversation is about to outgrow its context window. Write a summary that will stand in its place, for yourself to go on from. Answer with plain text only and call no tools.

Write down, under these headings, every fact that the rest of the work may need; names, paths, numbers and exact wording where they matter:

1. What the person asked for and wants, each request and each correction.
2. Files and code that were read or changed: the path, what was found or done, and the lines of code that matter.
3. Errors, and how each was fixed or what is known of it.
4. Pending tasks.
5. What was being worked on just now.
6. The next step.${contexts.map((context) => `\n\n${context}`).join('')}`;
}

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
    text: summaryBlock({ summary, transcript, again, promptFollows: prompt !== undefined }),
  };
  const opening = [block, ...(prompt ?? [])];
  const [first, ...rest] = newest;
  if (first?.role === 'user') return [userMessage([...opening, ...first.content]), ...rest];
  return [userMessage(opening), ...newest];
}

function summaryBlock(parts: { summary: string; transcript: string; again: readonly string[]; promptFollows: boolean }): string {
  return `<${SUMMARY_TAG}>
This conversation outgrew its context window. In place of its older messages stands this summary; the newest messages follow as they were.${parts.promptFollows ? " The person's last message follows too, word for word; the work on it is under way." : ''}

${parts.summary}

The whole conversation up to here is in ${parts.transcript}, one JSON value per line. Read it there when a detail is missing.${parts.again.map((text) => `\n\n${text}`).join('')}
</${SUMMARY_TAG}>`;
}

/** Appends a question of ours. The beginning stays the same bytes, so that the prompt cache is used (COMPACT-05). */
export function withQuestion(messages: readonly Message[], text: string): Message[] {
  const question = { type: 'text' as const, text };
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, userMessage([question])];
  return [...messages.slice(0, -1), userMessage([...last.content, question])];
}

const userMessage = (content: readonly Block[]): Message => Object.freeze({ role: 'user', content: Object.freeze(content) });
