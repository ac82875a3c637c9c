import type { HookOutput } from '../contract/hook/answers.js';
import type { HookEvent } from '../contract/hook/events.js';
import type { HookRound } from '../contract/hook/round.js';
import type { PermissionUpdate } from '../contract/permission-update.js';
import { isObject } from '../names/json.js';
import { checkFields, type WrittenAnswer } from './answer-fields.js';
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
  if (typeof (output.continue ?? true) !== 'boolean')
    throw new Error(`its continue is ${JSON.stringify(output.continue)}, which is neither true nor false`);
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
    throw new Error(`its updatedPermissions are ${JSON.stringify(updatedPermissions)}, which do more than to add rules`);
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
