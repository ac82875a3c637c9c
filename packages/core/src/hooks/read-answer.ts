/** The answer of a hook: its fields, and the decision in them. An answer that may hold an unread decision is a failure. */

import type { HookOutput, SpecificAnswer } from '../contract/hook/answers.js';
import { HOOK_EVENTS, type HookEvent } from '../contract/hook/events.js';
import type { HookRound } from '../contract/hook/round.js';
import type { PermissionUpdate } from '../contract/permission-update.js';
import { isObject } from '../names/json.js';
import type { RegisteredHook } from './register.js';
import { NO_OPINION, STRICTNESS } from './round.js';

type Specific = Partial<NonNullable<HookOutput['hookSpecificOutput']>>;

/**
 * Reads an answer in its wire shape, including the older `decision`, and with fields of `hookSpecificOutput` that stand beside it.
 * The strictest decision counts. An answer of unknown shape is a failure, not silence (GAP-B7).
 */
export function readAnswer(given: HookOutput | undefined, hook: RegisteredHook, event: HookEvent): HookRound {
  if (given === undefined) return NO_OPINION;
  if (!isObject(given)) throw new Error(`it answered ${JSON.stringify(given)}, which is not an object`);
  const own: Specific = given.hookSpecificOutput ?? {};
  if (!isObject(own)) throw new Error(`its hookSpecificOutput is ${JSON.stringify(own)}, which is not an object`);
  checkFields(given, event);
  const output: WrittenAnswer = given;
  const specific: Specific = { ...fieldsBeside(output, event), ...own };
  const { behavior, ...decided } = strictest([output, own], event);
  const reason =
    decided.message ?? specific.permissionDecisionReason ?? output.reason ?? `no reason was given for ${behavior} on ${event}`;
  const updatedInput = decided.updatedInput ?? specific.updatedInput;
  const { updatedToolOutput, additionalContext, initialUserMessage, worktreePath } = specific;
  return {
    verdict: behavior === undefined ? undefined : { behavior, reason, by: hook.name },
    updatedInput: updatedInput === undefined ? undefined : { value: updatedInput },
    updatedOutput: updatedToolOutput === undefined ? undefined : { value: updatedToolOutput },
    contexts: words('additionalContext', additionalContext),
    messages: words('systemMessage', output.systemMessage),
    stop: output.continue === false ? (output.stopReason ?? output.reason ?? `the hook ${hook.name} stopped the run`) : undefined,
    updatedPermissions: decided.updatedPermissions,
    interrupt: decided.interrupt,
    retry: specific.retry === true || undefined,
    initialUserMessage: words('initialUserMessage', initialUserMessage)[0],
    watchPaths: pathsIn(specific.watchPaths),
    worktreePath: words('worktreePath', worktreePath)[0],
    elicited: elicited(specific),
  };
}

/** The fields of `hookSpecificOutput` that stand beside it. `action` and `content` are common words of other programs. */
function fieldsBeside(
  { hookSpecificOutput: _, decision: __, action, content, ...rest }: WrittenAnswer,
  event: HookEvent,
): Specific {
  if (event !== 'Elicitation' && event !== 'ElicitationResult') return rest;
  return { ...rest, ...(action === undefined ? {} : { action }), ...(content === undefined ? {} : { content }) };
}

/** The strictest decision of these parts of an answer, whichever field it is in. */
function strictest(parts: readonly Deciding[], event: HookEvent): RequestDecision {
  const said = parts.flatMap(({ decision, permissionDecision }) => [
    event === 'PermissionRequest' && isObject(decision) ? requestDecision(decision) : { behavior: fromDecision(decision) },
    { behavior: fromPermission(permissionDecision, event) },
  ]);
  const rank = ({ behavior }: RequestDecision) => (behavior === undefined ? -1 : STRICTNESS[behavior]);
  return said.reduce((best, one) => (rank(one) > rank(best) ? one : best));
}

interface Deciding {
  readonly decision?: unknown;
  readonly permissionDecision?: unknown;
}

function fromPermission(decision: unknown, event: HookEvent): RequestDecision['behavior'] {
  if (decision === undefined || decision === null) return undefined;
  if (typeof decision !== 'string' || !Object.hasOwn(STRICTNESS, decision))
    throw new Error(`its permissionDecision is ${JSON.stringify(decision)}, not allow, ask, defer or deny`);
  if (decision === 'defer' && event !== 'PreToolUse' && event !== 'PreSkillShellCommand')
    throw new Error(`its permissionDecision is defer, and on ${event} there is no call to put off`);
  return decision as keyof typeof STRICTNESS;
}

function fromDecision(decision: unknown): 'allow' | 'deny' | undefined {
  if (decision === undefined || decision === null) return undefined;
  if (decision === 'block') return 'deny';
  if (decision === 'approve') return 'allow';
  throw new Error(`its decision is ${JSON.stringify(decision)}, not block or approve`);
}

interface RequestDecision {
  readonly behavior?: keyof typeof STRICTNESS | undefined;
  readonly message?: string | undefined;
  readonly interrupt?: boolean | undefined;
  readonly updatedInput?: unknown;
  readonly updatedPermissions?: readonly PermissionUpdate[] | undefined;
}

/**
 * Reads the answer to a permission request. A hook that could switch the mode or remove rules would be stronger than the rules.
 * Source: HOOK-28.
 */
function requestDecision(decision: Readonly<Record<string, unknown>>): RequestDecision {
  if (decision.behavior !== 'allow' && decision.behavior !== 'deny')
    throw new Error(`its decision is ${JSON.stringify(decision)}, without a behavior that is allow or deny`);
  if (decision.behavior === 'deny') return { ...decision, interrupt: decision.interrupt === true || undefined };
  const { updatedPermissions } = decision;
  if (updatedPermissions !== undefined && !(Array.isArray(updatedPermissions) && updatedPermissions.every(isAddRules)))
    throw new Error(`its updatedPermissions are ${JSON.stringify(updatedPermissions)}, which do more than add rules`);
  return decision;
}

function elicited({ action, content }: Specific): HookRound['elicited'] {
  if (action === undefined || action === null) return undefined;
  if (!['accept', 'decline', 'cancel'].includes(action))
    throw new Error(`its action is ${JSON.stringify(action)}, not accept, decline or cancel`);
  if (content !== undefined && !isObject(content))
    throw new Error(`its content is ${JSON.stringify(content)}, which is not an object`);
  return content === undefined ? { action } : { action, content };
}

const isAddRules = (update: unknown) => isObject(update) && (update as { type?: unknown }).type === 'addRules';

function pathsIn(paths: unknown): readonly string[] | undefined {
  if (paths === undefined || paths === null) return undefined;
  if (!Array.isArray(paths) || paths.some((path) => typeof path !== 'string'))
    throw new Error(`its watchPaths is ${JSON.stringify(paths)}, which is not a list of paths`);
  return paths as readonly string[];
}

function words(field: string, text: unknown): readonly string[] {
  if (text === undefined || text === null || text === '') return [];
  if (typeof text !== 'string') throw new Error(`its ${field} is ${JSON.stringify(text)}, which is not text`);
  return [text];
}

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
function checkFields(answer: Readonly<Record<string, unknown>>, event: HookEvent): void {
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

/** Whether a text that is not JSON has the key of a decision, also as JSON inside of a text. */
export const holdsDecision = (text: string): boolean =>
  /(?:permission_?decision|decision|hook_?specific_?output|["']continue)[\\"']*\s*:/i.test(text);
