import type { Access } from '../contract/permission.js';
import type { PermissionUpdate } from '../contract/permission-update.js';
import type { JsonSchema } from '../contract/schema.js';
import { messageOf } from '../errors/loadout-error.js';
import { errors } from '../errors.js';
import { unlessInterrupted } from '../interrupt/interrupt.js';
import { isObject } from '../names/json.js';
import { reasonToAsk } from '../permit/always-asked.js';
import type { Asker, PermissionAnswer, PermissionQuestion } from '../permit/asker.js';
import { decideBy, isAgainstPlan } from '../permit/decide.js';
import type { DecidedCall, PermissionDecision, PermissionLayers } from '../permit/decided-call.js';
import { runsLater } from '../permit/later-paths.js';
import { type MatchedRules, matchRules, openParts } from '../permit/match-rules.js';
import { parsePermissionRule, ruleText } from '../permit/parse-rule.js';
import { isInside } from '../permit/path-pattern.js';
import { proposeRules } from '../permit/propose-rules.js';
import type { CallEnvironment } from './environment.js';
import type { Denial, HookedCall } from './states.js';
import { toolFailure } from './tool-failure.js';
import { notifyOfQuestion } from './tool-hooks.js';

/** Asks the person or the host. Throws a denial if the answer is no, or if nobody is there to ask. */
export async function askPerson(
  call: HookedCall,
  decided: Decided,
  env: CallEnvironment,
): Promise<Extract<PermissionAnswer, { behavior: 'allow' }>> {
  const ask = env.asker?.();
  const { decision } = decided;
  if (ask === undefined) {
    const reason = [`${decision.reason} Nobody is there to ask, so it is denied.`, decision.fix].filter(Boolean).join(' ');
    const cause: Denial = { by: 'rules', rule: decision.rule, unasked: true, ...onRecord(decided) };
    throw errors.PERMISSION_DENIED({ reason }, { cause });
  }
  await refuseHopeless(call, decided, env);
  notifyOfQuestion(call, env);
  const answer = await unlessInterrupted(() => answerOf(call, decided, { ask, env }), call, env);
  if (answer.behavior === 'allow') return answer;
  if (answer.behavior === 'defer') throw errors.CALL_DEFERRED({ reason: answer.reason });
  const interrupt = answer.interrupt === true;
  const cause: Denial = { by: 'person', rule: decision.rule, interrupt, ...onRecord(decided) };
  throw errors.PERMISSION_DENIED({ reason: answer.message || `${call.tool.name} was denied when asked about.` }, { cause });
}

/** Refuses a call that a yes could not help, so that nobody reads a question in vain. Source: U4. */
async function refuseHopeless(call: HookedCall, { matched }: Decided, env: CallEnvironment): Promise<void> {
  const { tool, parsed, context } = call;
  if (tool.tool.obstacle === undefined) return;
  try {
    const permitted = { ...context, permitted: matched.call.accesses };
    const why = await unlessInterrupted(async () => tool.tool.obstacle?.(parsed.input, permitted), call, env);
    if (why !== undefined) throw errors.TOOL_INPUT_REFUSED({ name: tool.name, why });
  } catch (error) {
    throw toolFailure(error, call);
  }
}

/** Reads an answer. Only an answer that says `allow` allows. */
async function answerOf(
  call: HookedCall,
  decided: Decided,
  { ask, env }: { ask: Asker; env: CallEnvironment },
): Promise<PermissionAnswer> {
  const { name } = call.tool;
  const failed = (why: string): PermissionAnswer => ({
    behavior: 'deny',
    message: `${name} is denied: asking for approval failed (${why}).`,
  });
  try {
    const answer = await ask({
      toolName: name,
      server: call.tool.origin.server,
      toolUseId: call.id,
      agentId: call.context.agentId,
      input: structuredClone(call.parsed.input),
      written: structuredClone(call.parsed.written),
      off: offByDefault(call.parsed.input, call.tool.input.json),
      signal: env.signal,
      ...questionOf(decided),
    });
    if (answer?.behavior === 'allow' && answer.updatedPermissions !== undefined)
      env.updatePermissions?.(answer.updatedPermissions);
    if (answer?.behavior === 'allow' || answer?.behavior === 'deny' || answer?.behavior === 'defer') return answer;
    return failed(`the answer was ${JSON.stringify(answer)}, neither allow nor deny nor defer`);
  } catch (error) {
    return failed(messageOf(error));
  }
}

/** A call with its decision and the decision's inputs. */
export interface Decided {
  readonly decision: PermissionDecision;
  /** The call that was decided, with all that its rules say of it. */
  readonly matched: MatchedRules;
}

type PathAccess = Extract<Access, { path: string }>;

/** Makes the parts of a question that depend only on the call and the decision. Source: PERM-01, PERM-04. */
export function questionOf(
  decided: Decided,
): Pick<
  PermissionQuestion,
  'runs' | 'readOnly' | 'reason' | 'cause' | 'hookReason' | 'rule' | 'isOutside' | 'blockedPath' | 'suggestions'
> {
  const { decision, matched } = decided;
  const { call, layers } = matched;
  const blockedPath = blockedAccess(decided)?.path;
  const cause = causeOf(decided);
  const runs = call.accesses.flatMap((access) => (access.kind === 'run' ? (access.declared ?? []) : []));
  return {
    ...(runs.length === 0 ? {} : { runs }),
    readOnly: call.readOnly,
    reason: decision.reason,
    cause,
    ...(cause === 'hook' ? { hookReason: call.hook?.reason } : {}),
    suggestions: suggestionsFor(decided),
    ...(decision.rule === undefined ? {} : { rule: { text: ruleText(decision.rule), position: decision.rule.position } }),
    ...(blockedPath === undefined ? {} : { blockedPath, isOutside: !layers.roots.some((root) => isInside(blockedPath, root)) }),
  };
}

function causeOf({ decision, matched }: Decided): PermissionQuestion['cause'] {
  if (decision.rule?.behavior === 'ask') return 'rule';
  if (matched.call.hook?.behavior === 'ask') return 'hook';
  if (isAgainstPlan(matched)) return 'plan';
  return reasonToAsk(matched) === undefined ? 'mode' : 'safetyCheck';
}

/** The rules that would make a question needless, as part of a record of it. An ask rule or a hook asks again, whatever is allowed. */
export function sparedBy(decided: Decided): { readonly spared?: readonly string[] } {
  const rules = causeOf(decided) === 'mode' ? proposeRules(decided.matched).rules : [];
  return rules.length === 0 ? {} : { spared: rules };
}

/** The rules that would make a question about a call needless. Empty: it is not asked about, or no rule would. */
export function sparingRules(call: DecidedCall, layers: PermissionLayers): readonly string[] {
  const matched = matchRules(call, layers);
  const decision = decideBy(matched);
  return decision.behavior === 'ask' ? (sparedBy({ decision, matched }).spared ?? []) : [];
}

/** The parts of a question that its record keeps. */
const onRecord = (decided: Decided) => ({ ...sparedBy(decided), subject: decided.matched.call });

/** An ask rule, a hook, or an access that is always asked asks again the next time, whatever is allowed. */
function suggestionsFor(decided: Decided): readonly PermissionUpdate[] {
  const { matched } = decided;
  if (causeOf(decided) !== 'mode') return [];
  const rules = (sparedBy(decided).spared ?? []).map((text) => {
    const { tool, specifier } = parsePermissionRule(text, { behavior: 'allow', layer: 'session' });
    return { toolName: tool, ...(specifier === undefined ? {} : { ruleContent: specifier }) };
  });
  const { layers } = matched;
  const edits = { ...matched, layers: { ...layers, mode: 'acceptEdits' as const } };
  const inMode = layers.mode === 'default' && openParts(edits).length === 0;
  return [
    ...(inMode ? [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' } as const] : []),
    ...(rules.length === 0 ? [] : [{ type: 'addRules', rules, behavior: 'allow', destination: 'localSettings' } as const]),
  ];
}

function blockedAccess({ decision, matched }: Decided): PathAccess | undefined {
  const paths = matched.call.accesses.filter(isPath);
  if (decision.rule !== undefined) {
    const { matches } = matched.rules.find(({ rule }) => rule === decision.rule) ?? {};
    return paths.find((access) => matches?.has(access));
  }
  return (
    paths.find((access) => access.kind === 'write' && runsLater(access.path, access.below) === 'protected') ??
    openParts(matched).find((part): part is PathAccess => part !== 'the call itself' && isPath(part))
  );
}

const isPath = (access: Access): access is PathAccess => access.kind === 'read' || access.kind === 'write';

/** Returns the fields that are `false` by default. Any other default says what the call does, so that a person reads it. */
function offByDefault(input: unknown, { properties }: JsonSchema): readonly string[] {
  if (!isObject(input) || !isObject(properties)) return [];
  return Object.keys(input).filter((name) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return input[name] === false && isObject(field) && field.default === false;
  });
}
