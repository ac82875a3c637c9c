import type { HookOutput, SpecificAnswer } from '../contract/hook/answers.js';
import { HOOK_EVENTS, type HookEvent } from '../contract/hook/events.js';
import { isObject } from '../names/json.js';

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

/** The fields of the typed form: of the answer, and of its `hookSpecificOutput`. A run reads the second also beside the first. */
export const ANSWER_FIELDS = {
  answer: [...COMMON.filter((key) => key !== 'hookEventName'), 'decision'] as readonly string[],
  specific: ['hookEventName', ...Object.keys(SPECIFIC)] as readonly string[],
};

const KNOWN: ReadonlySet<string> = new Set([...Object.keys(SPECIFIC), ...COMMON, 'async', 'asyncTimeout']);

/** The fields that need no other beside them. A reason is the reason of a decision. */
const REASONS: readonly string[] = ['reason', 'permissionDecisionReason', 'stopReason'];
const SAYING: ReadonlySet<string> = new Set([...Object.keys(SPECIFIC), 'systemMessage', 'continue'].filter(isNoReason));
const SILENT: ReadonlySet<string> = new Set([...KNOWN].filter((key) => isNoReason(key) && !SAYING.has(key)));

function isNoReason(key: string): boolean {
  return !REASONS.includes(key);
}

/** Whether an object has any field of an answer. */
export const isAnswer = (value: Readonly<Record<string, unknown>>): boolean => Object.keys(value).some((key) => KNOWN.has(key));

const plain = (key: string): string => key.toLowerCase().replace(/[^a-z]/g, '');
const DECISION_KEYS: ReadonlySet<string> = new Set(['permissiondecision', 'decision', 'hookspecificoutput']);

/**
 * Throws for an answer from which no decision can be read although it may hold one: an object that says nothing, where a decision
 * is asked for, or a deciding field that is misspelt or stands too deep.
 */
export function checkFields(answer: Readonly<Record<string, unknown>>, event: HookEvent): void {
  const decides = HOOK_EVENTS[event].blocks === true;
  const specific = isObject(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {};
  const keys = [...Object.keys(answer), ...Object.keys(specific)];
  const alone = keys.find((key) => !SILENT.has(key));
  if (decides && alone !== undefined && !keys.some((key) => SAYING.has(key)))
    throw new Error(`its answer decides nothing, but has the field ${alone}`);
  const { continue: goesOn = null } = answer;
  if (goesOn !== null && typeof goesOn !== 'boolean')
    throw new Error(`its continue is ${JSON.stringify(goesOn)}, not true or false`);
  if ('continue' in specific) throw new Error('its continue stands inside of hookSpecificOutput, where nothing reads it');
  for (const [key, value] of [...Object.entries(answer), ...Object.entries(specific)])
    if (!KNOWN.has(key)) checkUnknown(key, { value, decides });
}

/** Words for a decision in other protocols. */
const DECISION_WORD = /^(?:den(?:y|ied)|block(?:ed)?|ask|defer|allow(?:ed)?|approved?|permit(?:ted)?|permission)$/;

function checkUnknown(key: string, { value, decides }: { readonly value: unknown; readonly decides: boolean }): void {
  const meant = DECIDING.find((one) => plain(one) === plain(key));
  if (meant !== undefined) throw new Error(`its answer has the field ${key}, which is not ${meant}`);
  const isWord = DECISION_WORD.test(plain(key)) || (typeof value === 'string' && DECISION_WORD.test(plain(value)));
  if (decides && isWord) throw new Error(`its answer has the field ${key}, which decides nothing: ${JSON.stringify(value)}`);
  if (decidesWithin(value)) throw new Error(`its decision stands inside of the field ${key}, where nothing reads it`);
}

/** Whether a value has the key of a decision, however deep. */
export function decidesWithin(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(decidesWithin);
  if (!isObject(value)) return false;
  return Object.entries(value).some(([key, inner]) => DECISION_KEYS.has(plain(key)) || decidesWithin(inner));
}

/** Whether a text that is no JSON has the key of a decision, also as JSON inside of a text. */
export const holdsDecision = (text: string): boolean =>
  /(?:permission_?decision|decision|hook_?specific_?output|["']continue)[\\"']*\s*:/i.test(text);
