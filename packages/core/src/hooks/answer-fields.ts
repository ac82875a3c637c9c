import type { HookOutput, SpecificAnswer } from '../contract/hook/answers.js';
import { HOOK_EVENTS, type HookEvent } from '../contract/hook/events.js';
import { isObject } from '../names/is-object.js';

/** An answer as its author wrote it: fields of `hookSpecificOutput` may also stand beside it. */
export type WrittenAnswer = Omit<HookOutput, 'decision'> & Omit<SpecificAnswer, 'decision'> & { readonly decision?: unknown };

/** The deciding fields, and those that carry the answer. A field that only looks like one of them is a failure. */
const DECIDING = ['permissionDecision', 'decision', 'continue', 'hookSpecificOutput', 'behavior'] as const;

const SPECIFIC: Readonly<Record<keyof SpecificAnswer, true>> = {
  permissionDecision: true,
  permissionDecisionReason: true,
  updatedInput: true,
  updatedToolOutput: true,
  additionalContext: true,
  decision: true,
  retry: true,
  initialUserMessage: true,
  watchPaths: true,
  worktreePath: true,
  action: true,
  content: true,
};
const COMMON = ['systemMessage', 'continue', 'stopReason', 'suppressOutput', 'reason', 'hookSpecificOutput', 'hookEventName'];
const KNOWN: ReadonlySet<string> = new Set([...Object.keys(SPECIFIC), ...COMMON, 'async', 'asyncTimeout']);

/** Whether an object has any field of an answer. */
export const isAnswer = (value: Readonly<Record<string, unknown>>): boolean => Object.keys(value).some((key) => KNOWN.has(key));

const plain = (key: string): string => key.toLowerCase().replace(/[^a-z]/g, '');
const DECISION_KEYS: ReadonlySet<string> = new Set(['permissiondecision', 'decision', 'hookspecificoutput']);

/**
 * Throws for an answer from which no decision can be read although it may hold one: an object with none of the fields of an answer,
 * where a decision is asked for, or a deciding field that is misspelt or stands too deep.
 */
export function checkFields(answer: Readonly<Record<string, unknown>>, event: HookEvent): void {
  const keys = Object.keys(answer);
  if (keys.length > 0 && HOOK_EVENTS[event].blocks === true && !isAnswer(answer))
    throw new Error(`its answer has none of the fields of an answer, but ${keys.slice(0, 5).join(', ')}`);
  const specific = answer.hookSpecificOutput;
  for (const part of isObject(specific) ? [answer, specific] : [answer])
    for (const [key, value] of Object.entries(part)) if (!KNOWN.has(key)) checkUnknown(key, value);
}

function checkUnknown(key: string, value: unknown): void {
  const meant = DECIDING.find((one) => plain(one) === plain(key));
  if (meant !== undefined) throw new Error(`its answer has the field ${key}, which is not ${meant}`);
  if (decidesWithin(value)) throw new Error(`its decision stands inside of the field ${key}, where nothing reads it`);
}

/** Whether a value has the key of a decision, however deep. */
export function decidesWithin(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(decidesWithin);
  if (!isObject(value)) return false;
  return Object.entries(value).some(([key, inner]) => DECISION_KEYS.has(plain(key)) || decidesWithin(inner));
}

/** Whether a text that is no JSON has the key of a decision. */
export const holdsDecision = (text: string): boolean =>
  /["']?(?:permission_?decision|decision|hook_?specific_?output)["']?\s*:/i.test(text);
