import type { Access, PermissionRule } from '../contract/permission.js';
import { reasonToAsk } from './always-asked.js';
import type { DecidedCall, DecidedWord, DecisionStep, PermissionDecision, PermissionLayers } from './decided-call.js';
import {
  describePart,
  judgeParts,
  type MatchedRules,
  matchRules,
  namedBy,
  openParts,
  passesInSandbox,
  type RuleMatch,
} from './match-rules.js';
import { where } from './parse-rule.js';
import { type Proposal, proposalText, proposeRules } from './propose-rules.js';

/**
 * Decides whether a call may run with its input. Deny precedes defer, ask, the mode and allow; an undecided call is asked. A pure
 * function without effects. Source: PERM-05, HOOK-12, LAW-03.
 */
export const decide = (call: DecidedCall, layers: PermissionLayers): PermissionDecision => decideBy(matchRules(call, layers));

/** Decides by rules that were compared with the call already. */
export function decideBy(matched: MatchedRules): PermissionDecision {
  const trace: DecisionStep[] = [];
  for (const step of STEPS) {
    const verdict = step(matched, trace);
    if (verdict !== undefined) return { ...withoutAsking(verdict, matched.layers), trace };
  }
  return { ...withoutAsking(undecided(matched), matched.layers), trace };
}

type Verdict = Omit<PermissionDecision, 'trace'>;
type Step = (matched: MatchedRules, trace: DecisionStep[]) => Verdict | undefined;

const STEPS: readonly Step[] = [
  denyRules,
  hookDenies,
  planDenies,
  hookDefers,
  askRules,
  alwaysAsked,
  hookAsks,
  bypass,
  allowed,
  hookAllows,
];

/** Turns every ask into a deny in the mode `dontAsk` (PERM-06), and for agents under an agent in that mode (AGENT-07). */
function withoutAsking(verdict: Verdict, { mode, neverAsks = false }: PermissionLayers): Verdict {
  if ((mode !== 'dontAsk' && !neverAsks) || verdict.behavior !== 'ask' || verdict.deferred === true) return verdict;
  const why = mode === 'dontAsk' ? 'The permission mode is dontAsk' : 'The agent that started this one runs in the mode dontAsk';
  return { ...verdict, behavior: 'deny', reason: `${verdict.reason} ${why}, so it is denied.` };
}

function denyRules(matched: MatchedRules, trace: DecisionStep[]): Verdict | undefined {
  const { call, layers } = matched;
  const { rule, named } = firstMatch('deny', matched) ?? {};
  trace.push({ what: 'deny rules', outcome: rule === undefined ? 'no match' : 'deny', rule });
  if (rule === undefined) return undefined;
  return {
    behavior: 'deny',
    rule,
    ...(named === undefined ? {} : { named }),
    reason: `${call.tool.name} is denied by the rule${where(rule, layers)}${since(named)}.${because(rule)}`,
    fix: 'Remove or narrow that rule; no allow rule lifts it.',
  };
}

function hookDenies({ call }: MatchedRules, trace: DecisionStep[]): Verdict | undefined {
  trace.push({ what: 'PreToolUse hooks', outcome: call.hook?.behavior ?? 'no match' });
  if (call.hook?.behavior !== 'deny') return undefined;
  return {
    behavior: 'deny',
    by: 'hook',
    reason: `${call.tool.name} is blocked by the hook ${call.hook.by}: ${call.hook.reason}`,
    fix: call.hook.failed === true ? REPAIR_HOOK : 'Call it in a way that the hook accepts.',
  };
}

const REPAIR_HOOK =
  'No other call helps, since the hook itself does not work. Tell a person to repair it, or to set its onFailure to continue.';

/** Denies changes in plan mode. A write access of a tool that declares itself read-only counts as a change. */
function planDenies({ call, layers }: MatchedRules, trace: DecisionStep[]): Verdict | undefined {
  if (layers.mode !== 'plan') return undefined;
  const changes = changesSomething(call);
  const behavior = layers.planAsks === true ? 'ask' : 'deny';
  trace.push({ what: 'mode plan', outcome: changes ? behavior : 'no match' });
  if (!changes) return undefined;
  if (behavior === 'ask')
    return { ...asked(call, 'the permission mode is plan, and this call is not read-only'), fix: LEAVE_PLAN };
  return {
    behavior: 'deny',
    reason: `${call.tool.name} is denied: the permission mode is plan, and this call is not read-only.`,
    fix: LEAVE_PLAN,
  };
}

const LEAVE_PLAN = 'Leave plan mode first.';

/** Whether plan mode is against the call: its cause, if that mode asks. */
export const isAgainstPlan = ({ call, layers }: MatchedRules): boolean => layers.mode === 'plan' && changesSomething(call);

function changesSomething({ accesses, readOnly }: DecidedCall): boolean {
  const remembers = accesses.length > 0 && accesses.every((access) => access.kind === 'session');
  return (!readOnly && !remembers) || accesses.some(changesMore);
}

const changesMore = (access: Access) => access.kind === 'write' || (access.kind === 'run' && access.does === 'more');

/** Defers a call, before every ask and also in `dontAsk`: a deferred call is decided later. */
function hookDefers({ call }: MatchedRules): Verdict | undefined {
  if (call.hook?.behavior !== 'defer') return undefined;
  const reason = `${call.tool.name} is put off by the hook ${call.hook.by}: ${call.hook.reason}`;
  return { behavior: 'ask', deferred: true, reason, fix: 'Resume the session when it can be decided.' };
}

function askRules(matched: MatchedRules, trace: DecisionStep[]): Verdict | undefined {
  const { call, layers } = matched;
  const { rule, named } = firstMatch('ask', matched) ?? {};
  trace.push({ what: 'ask rules', outcome: rule === undefined ? 'no match' : 'ask', rule });
  if (rule === undefined) return undefined;
  const question = asked(call, `the rule${where(rule, layers)} asks for it${since(named)}`);
  return {
    ...question,
    rule,
    ...(named === undefined ? {} : { named }),
    reason: `${question.reason}${because(rule)}`,
    fix: 'Remove that ask rule, or run where somebody can answer.',
  };
}

/** Asks about calls that no mode and no allow rule may let pass without a question. */
function alwaysAsked(matched: MatchedRules, trace: DecisionStep[]): Verdict | undefined {
  const found = reasonToAsk(matched);
  trace.push({ what: 'always asked', outcome: found === undefined ? 'no match' : 'ask', rule: found?.rule });
  return found === undefined ? undefined : { ...asked(matched.call, found.why), fix: found.fix };
}

function hookAsks({ call }: MatchedRules): Verdict | undefined {
  if (call.hook?.behavior !== 'ask') return undefined;
  return { ...asked(call, `the hook ${call.hook.by} asks for it: ${call.hook.reason}`), fix: 'Run where somebody can answer.' };
}

function bypass({ call, layers }: MatchedRules, trace: DecisionStep[]): Verdict | undefined {
  if (layers.mode !== 'bypassPermissions') return undefined;
  trace.push({ what: 'mode bypassPermissions', outcome: 'allow' });
  return { behavior: 'allow', reason: `${call.tool.name} is allowed: the permission mode is bypassPermissions.` };
}

function allowed(matched: MatchedRules, trace: DecisionStep[]): Verdict | undefined {
  const bare = matched.rules.find((one) => one.rule.behavior === 'allow' && one.isBare && one.namesTool)?.rule;
  const parts = bare === undefined ? judgeParts(matched) : [];
  if (bare !== undefined) trace.push({ what: 'allow rules', outcome: 'allow', rule: bare });
  for (const { part, isAllowed, rule } of parts)
    trace.push({ what: describePart(part), outcome: isAllowed ? 'allow' : 'no match', rule });
  if (parts.some(({ isAllowed }) => !isAllowed)) return undefined;
  const rule = bare ?? parts.findLast((part) => part.rule !== undefined)?.rule;
  return { behavior: 'allow', rule, reason: allowReason(matched, rule) };
}

function hookAllows({ call }: MatchedRules): Verdict | undefined {
  if (call.hook?.behavior !== 'allow') return undefined;
  return { behavior: 'allow', by: 'hook', reason: `${call.tool.name} is allowed by the hook ${call.hook.by}.` };
}

function undecided(matched: MatchedRules): Verdict {
  const { call, layers } = matched;
  const waiting = waitingRules(matched);
  if (waiting.length > 0) return askedInWaiting(call, waiting, layers);
  const proposal = proposeRules(matched);
  const why = `${whyUndecided(matched, proposal)} (permission mode ${layers.mode})`;
  // A rule that waits for trust is not proposed a second time.
  const missing =
    matched.waiting.length === 0 ? proposal : proposeRules({ ...matched, rules: [...matched.rules, ...matched.waiting] });
  return { ...asked(call, why), fix: proposalText(call, missing) };
}

/** Returns the rules of the configuration that would allow this call once the project is trusted. Empty: no rules would. */
function waitingRules(matched: MatchedRules): readonly PermissionRule[] {
  const { waiting } = matched;
  if (waiting.length === 0) return [];
  const bare = waiting.find(({ isBare, namesTool }) => isBare && namesTool);
  if (bare !== undefined) return [bare.rule];
  const parts = judgeParts(matched, waiting);
  if (parts.some(({ isAllowed }) => !isAllowed)) return [];
  const own = new Set(waiting.map(({ rule }) => rule));
  return [...new Set(parts.flatMap(({ rule }) => (rule !== undefined && own.has(rule) ? [rule] : [])))];
}

function askedInWaiting(call: DecidedCall, waiting: readonly PermissionRule[], layers: PermissionLayers): Verdict {
  const named = waiting.map((rule) => where(rule, layers).trim()).join(' and ');
  const [rule, allows] = waiting.length === 1 ? ['the rule', 'allows it, but is'] : ['the rules', 'allow it, but are'];
  return {
    ...asked(call, `${rule} ${named} ${allows} off until somebody trusts the configuration`),
    fix: 'Review the configuration, and trust it with: loadout trust',
  };
}

function whyUndecided(matched: MatchedRules, { unnamed }: Proposal): string {
  if (unnamed !== undefined) return `no rule can cover it: ${unnamed.why}`;
  const open = openParts(matched).filter((part) => part !== 'the call itself');
  const uncovered = open.find((part) => part.kind === 'run' && part.unclear !== undefined);
  if (uncovered?.kind === 'run') return `no rule names ${uncovered.unclear}`;
  const late = open.find((part) => part.kind === 'write' && part.later === true);
  if (late?.kind === 'write')
    return `${late.path} is written later than it is looked at, when a link may lead elsewhere, and no rule for the file allows it`;
  return 'no rule allows it';
}

/** Describes that word: `, since the word .env of awk 1 .env may name /repo/.env`. */
const since = (named: DecidedWord | undefined): string =>
  named === undefined ? '' : `, since the word ${named.word} of ${named.command} may name ${named.path}`;

/** Returns the reason that the author of the rule wrote, as a sentence. */
const because = (rule: PermissionRule) => (rule.reason === undefined ? '' : ` ${rule.reason.trim().replace(/[^.!?]$/, '$&.')}`);

function asked(call: DecidedCall, why: string) {
  return { behavior: 'ask' as const, why, reason: `${call.tool.name} needs approval: ${why}.` };
}

function allowReason(matched: MatchedRules, rule: PermissionRule | undefined): string {
  const { call, layers } = matched;
  if (rule !== undefined) return `${call.tool.name} is allowed by the rule${where(rule, layers)}.`;
  if (passesInSandbox(matched)) return `${call.tool.name} is allowed: it runs in the sandbox, whose autoAllow is on.`;
  const what = call.accesses.some((access) => access.kind === 'write') ? 'its writes stay' : 'it only reads, and stays';
  return `${call.tool.name} is allowed: ${what} inside the working directories (permission mode ${layers.mode}).`;
}

/** Returns the first matching rule. `Tool(*)` means every call of the tool, so that a deny rule works as it reads. */
function firstMatch(behavior: 'deny' | 'ask', { rules }: MatchedRules): RuleMatch | undefined {
  return rules.find(
    ({ rule, isBare, namesTool, isLifted, matches, matchesInput }) =>
      rule.behavior === behavior &&
      !isLifted &&
      (((isBare || rule.specifier === '*') && namesTool) || matches.size > 0 || matchesInput),
  );
}

export interface PartDecision extends Omit<PermissionDecision, 'trace'> {
  readonly part: Access;
}

/** Decides each thing that a call touches as if the call touched nothing else. */
export function decideParts(call: DecidedCall, layers: PermissionLayers): readonly PartDecision[] {
  return call.accesses.map((part) => {
    const readOnly = call.readOnly || part.kind === 'read';
    const { trace: _, ...decision } = decide({ ...call, accesses: [part], readOnly }, layers);
    const commands = decision.behavior === 'ask' ? namedBy(part, { call, layers }) : [];
    if (commands.length === 0) return { part, ...decision };
    const { trace: __, ...together } = decide({ ...call, accesses: [...commands, part], readOnly }, layers);
    return { part, ...together };
  });
}
