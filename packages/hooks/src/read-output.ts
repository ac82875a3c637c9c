import type { HookEvent, HookOutput } from '@loadout/core';
import { decidesWithin, holdsDecision, isAnswer } from '@loadout/core/run';
import { findObjects } from './find-objects.js';

/** Events whose plain text is context for the model. Only an object on lines of its own is an answer there. */
const TEXT_IS_CONTEXT: readonly HookEvent[] = ['UserPromptSubmit', 'SessionStart', 'PreCompact'];

/** A decision as a word, or as a line of YAML. */
const ONLY_WORD = /^["']?(?:deny|block|ask|defer)["']?$|^(?:permission_?)?decision\s*[:=]\s*["']?(?:deny|block|ask|defer)\b/i;

/** The part of an output that is read. */
export const MOST_BYTES = 1024 * 1024;

interface From {
  readonly event: HookEvent;
  readonly from: string;
}

/**
 * Reads the text answer of a program, a server or a tool: the JSON object in it, wherever it stands, else its plain text. Source:
 * HOOK-16, GAP-B7.
 */
export function readOutput(given: string, { event, from }: From): HookOutput | undefined {
  const text = given.trim();
  if (text === '') return undefined;
  const answer = findAnswer(text, { event, from });
  if (answer !== undefined) return answer;
  if (event === 'WorktreeCreate') return { hookSpecificOutput: { hookEventName: event, worktreePath: text } };
  return TEXT_IS_CONTEXT.includes(event) ? contextFor(event, text) : undefined;
}

/** Returns the answer in a text. Throws for a text that may decide something, and from which no decision can be read. */
export function findAnswer(given: string, { event, from }: From): HookOutput | undefined {
  // Some shells print UTF-16, whose every other byte is then a sign of its own.
  const text = given.replaceAll('\0', '').trim();
  const lines = TEXT_IS_CONTEXT.includes(event);
  if (!lines && Buffer.byteLength(given) >= MOST_BYTES)
    throw new Error(`its ${from} has more than ${MOST_BYTES} bytes, and what follows is not read`);
  const { objects, rest } = findObjects(text, { lines });
  const answers = objects.filter((one) => isAnswer(one) || decidesWithin(one));
  if (rest.startsWith('{')) throw new Error(`its ${from} starts with { but is not JSON: ${text.slice(0, 200)}`);
  const unread = (lines ? /^[ \t]*\{[\s\S]*/m : /\{[\s\S]*/).exec(rest)?.[0] ?? '';
  if (!lines && ONLY_WORD.test(text)) throw new Error(`its ${from} is a decision that is not JSON: ${text.slice(0, 200)}`);
  if (holdsDecision(unread)) throw new Error(`its ${from} has a decision that is not JSON: ${unread.slice(0, 200)}`);
  // Objects of a log, or an input that is printed, say nothing. An answer that is nothing else is judged as one.
  const judged = answers.length === 0 && rest.trim() === '' ? objects : answers;
  return judged.length === 0 ? undefined : strictest(judged);
}

/** The strictest of several answers, which ends the run if any of them does. */
function strictest(answers: readonly HookOutput[]): HookOutput {
  const [first = {}, ...others] = [...answers].sort((a, b) => strictness(b) - strictness(a));
  const ends = others.find((one) => one.continue === false);
  return ends === undefined ? first : { ...ends, ...first, continue: false };
}

/** The strictest word of an answer, wherever in it. An unknown word is the strictest: it makes the whole answer a failure. */
function strictness(answer: HookOutput): number {
  const { hookSpecificOutput: specific } = answer;
  const parts = [answer, specific ?? {}] as readonly { decision?: unknown; permissionDecision?: unknown }[];
  const words = parts.flatMap(({ decision, permissionDecision }) => [
    permissionDecision,
    (decision as { behavior?: unknown } | null | undefined)?.behavior ?? decision,
  ]);
  return Math.max(...words.map((word) => (word === undefined || word === null ? -1 : (RANKS.get(word) ?? 4))));
}

const RANKS: ReadonlyMap<unknown, number> = new Map([
  ['allow', 0],
  ['approve', 0],
  ['ask', 1],
  ['defer', 2],
  ['deny', 3],
  ['block', 3],
]);

export const contextFor = (event: HookEvent, text: string): HookOutput => ({
  hookSpecificOutput: { hookEventName: event, additionalContext: text },
});
