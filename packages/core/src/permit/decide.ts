import type { Access, DecisionStep, PermissionDecision, PermissionMode, PermissionRule } from '../contract/permission.js';
import { type MatchedCall, matchesAccess, matchesParameter, namesTool } from './match-rule.js';
import { isInside, type PathBase } from './path-pattern.js';
import { isProtected } from './protected-files.js';
import { askReason, denyReason, suggestRule, where } from './reasons.js';

/** What is in force while a call is decided. */
export interface PermissionLayers extends PathBase {
  readonly mode: PermissionMode;
  readonly rules: readonly PermissionRule[];
  /** The working directories. */
  readonly roots: readonly string[];
  /** Spilled results; reading there needs no rule (RES-06). */
  readonly artifactDir: string;
}

export interface DecidedCall extends MatchedCall {
  readonly readOnly: boolean;
  readonly openWorld: boolean;
  readonly accesses: readonly Access[];
  /** Why the accesses could not be told, when the tool failed to. */
  readonly unclear?: string | undefined;
  /** What the PreToolUse hooks said, together. */
  readonly hook?: { readonly behavior: 'allow' | 'ask' | 'deny'; readonly reason: string; readonly by: string } | undefined;
}

/**
 * May this call, with this input, run? Deny over ask over the mode over allow; what nothing decides is asked. A pure
 * function: it answers and does nothing. Source: PERM-05, HOOK-12, design law 3.
 */
export function decide(call: DecidedCall, layers: PermissionLayers): PermissionDecision {
  const trace: DecisionStep[] = [];
  for (const step of STEPS) {
    const verdict = step(call, layers, trace);
    if (verdict !== undefined) return { ...verdict, trace };
  }
  return { ...undecided(call, layers), trace };
}

type Verdict = Omit<PermissionDecision, 'trace'>;
type Step = (call: DecidedCall, layers: PermissionLayers, trace: DecisionStep[]) => Verdict | undefined;

const STEPS: readonly Step[] = [denyRules, hookDenies, askRules, alwaysAsked, hookAsks, byMode, allowed, hookAllows];

function denyRules(call: DecidedCall, layers: PermissionLayers, trace: DecisionStep[]): Verdict | undefined {
  const rule = firstMatch('deny', call, layers);
  trace.push({ what: 'deny rules', outcome: rule === undefined ? 'no match' : 'deny', rule });
  if (rule === undefined) return undefined;
  return {
    behavior: 'deny',
    rule,
    reason: denyReason(call, rule, layers),
    fix: `Remove or narrow that rule${where(rule, layers)}; a deny rule cannot be lifted by an allow rule.`,
  };
}

function hookDenies(call: DecidedCall, _: PermissionLayers, trace: DecisionStep[]): Verdict | undefined {
  trace.push({ what: 'PreToolUse hooks', outcome: call.hook?.behavior ?? 'no match' });
  if (call.hook?.behavior !== 'deny') return undefined;
  return {
    behavior: 'deny',
    reason: `${call.tool.name} is blocked by the hook ${call.hook.by}: ${call.hook.reason}`,
    fix: 'Call it in a way that the hook accepts.',
  };
}

function askRules(call: DecidedCall, layers: PermissionLayers, trace: DecisionStep[]): Verdict | undefined {
  const rule = firstMatch('ask', call, layers);
  trace.push({ what: 'ask rules', outcome: rule === undefined ? 'no match' : 'ask', rule });
  return rule === undefined
    ? undefined
    : {
        behavior: 'ask',
        rule,
        reason: askReason(call, `the rule${where(rule, layers)} asks for it`),
        fix: 'Remove that ask rule, or run where somebody can answer.',
      };
}

/** What no mode and no allow rule lets pass unseen. */
function alwaysAsked(call: DecidedCall, layers: PermissionLayers, trace: DecisionStep[]): Verdict | undefined {
  const why = reasonToAsk(call, layers);
  trace.push({ what: 'always asked', outcome: why === undefined ? 'no match' : 'ask' });
  return why === undefined ? undefined : { behavior: 'ask', reason: askReason(call, why), fix: 'Run where somebody can answer.' };
}

function reasonToAsk(call: DecidedCall, layers: PermissionLayers): string | undefined {
  if (call.unclear !== undefined) return `what it touches could not be told (${call.unclear})`;
  const file = call.accesses.find((access) => access.kind === 'write' && isProtected(access.path));
  if (file?.kind === 'write') return `${file.path} is a protected file`;
  const part = call.accesses.find((access) => access.kind === 'run' && access.unclear !== undefined);
  const guarded = layers.rules.some((rule) => rule.behavior !== 'allow' && rule.specifier !== undefined && namesTool(rule, call));
  return part?.kind === 'run' && guarded
    ? `the command could not be checked against the deny and ask rules (${part.unclear})`
    : undefined;
}

function hookAsks(call: DecidedCall): Verdict | undefined {
  if (call.hook?.behavior !== 'ask') return undefined;
  return {
    behavior: 'ask',
    reason: askReason(call, `the hook ${call.hook.by} asks for it: ${call.hook.reason}`),
    fix: 'Run where somebody can answer.',
  };
}

function byMode(call: DecidedCall, layers: PermissionLayers, trace: DecisionStep[]): Verdict | undefined {
  const outcome = layers.mode === 'bypassPermissions' ? 'allow' : layers.mode === 'plan' && !call.readOnly ? 'deny' : undefined;
  trace.push({ what: `mode ${layers.mode}`, outcome: outcome ?? 'no match' });
  if (outcome === 'allow') return { behavior: 'allow', reason: 'The permission mode is bypassPermissions.' };
  if (outcome === undefined) return undefined;
  return {
    behavior: 'deny',
    reason: `${call.tool.name} is denied: the permission mode is plan, and this call is not read-only.`,
    fix: 'Leave plan mode first.',
  };
}

/** Every single thing that the call touches must be allowed, by a rule or by the mode. */
function allowed(call: DecidedCall, layers: PermissionLayers, trace: DecisionStep[]): Verdict | undefined {
  const bare = layers.rules.find((rule) => rule.behavior === 'allow' && rule.specifier === undefined && namesTool(rule, call));
  if (bare !== undefined) {
    trace.push({ what: 'allow rules', outcome: 'allow', rule: bare });
    return { behavior: 'allow', rule: bare, reason: `Allowed by the rule${where(bare, layers)}.` };
  }
  const open = partsToAllow(call).filter((part) => !partAllowed(part, call, layers, trace));
  if (open.length > 0) return undefined;
  const rule = trace.findLast((step) => step.rule?.behavior === 'allow')?.rule;
  return {
    behavior: 'allow',
    rule,
    reason:
      rule === undefined
        ? `Read-only, inside the working directories (mode ${layers.mode}).`
        : `Allowed by the rule${where(rule, layers)}.`,
  };
}

/** A call that changes something without saying what counts as a part of its own, and so does one that touches nothing named. */
type Part = Access | 'the call itself';

function partsToAllow(call: DecidedCall): readonly Part[] {
  const named = call.readOnly ? call.accesses.length > 0 : call.accesses.some((access) => access.kind !== 'read');
  return named ? call.accesses : [...call.accesses, 'the call itself'];
}

function partAllowed(part: Part, call: DecidedCall, layers: PermissionLayers, trace: DecisionStep[]): boolean {
  const rule = layers.rules.find(
    (candidate) =>
      candidate.behavior === 'allow' &&
      candidate.specifier !== undefined &&
      (part === 'the call itself' ? matchesParameter(candidate, call) : matchesAccess(candidate, part, call, layers)),
  );
  const outcome = rule !== undefined || allowedByMode(part, call, layers) ? 'allow' : 'no match';
  trace.push({ what: describePart(part), outcome, rule });
  return outcome === 'allow';
}

function allowedByMode(part: Part, call: DecidedCall, layers: PermissionLayers): boolean {
  if (part === 'the call itself') return call.readOnly && !call.openWorld;
  if (part.kind === 'fetch') return false;
  if (part.kind === 'run') return call.readOnly && part.unclear === undefined;
  const inRoots = layers.roots.some((root) => isInside(part.path, root));
  if (part.kind === 'write') return layers.mode === 'acceptEdits' && inRoots;
  return inRoots || isInside(part.path, layers.artifactDir);
}

function describePart(part: Part): string {
  if (part === 'the call itself') return part;
  return part.kind === 'run' ? `run ${part.text}` : part.kind === 'fetch' ? `fetch ${part.url}` : `${part.kind} ${part.path}`;
}

function hookAllows(call: DecidedCall): Verdict | undefined {
  return call.hook?.behavior === 'allow' ? { behavior: 'allow', reason: `Allowed by the hook ${call.hook.by}.` } : undefined;
}

function undecided(call: DecidedCall, layers: PermissionLayers): Verdict {
  const fix = `Add to permissions.allow: ${JSON.stringify(suggestRule(call, layers))}.`;
  if (layers.mode === 'dontAsk')
    return {
      behavior: 'deny',
      reason: `${call.tool.name} is denied: no rule allows it, and the permission mode is dontAsk.`,
      fix,
    };
  return { behavior: 'ask', reason: askReason(call, `no rule allows it (permission mode ${layers.mode})`), fix };
}

function firstMatch(behavior: 'deny' | 'ask', call: DecidedCall, layers: PermissionLayers): PermissionRule | undefined {
  return layers.rules.find((rule) => {
    if (rule.behavior !== behavior) return false;
    if (rule.specifier === undefined) return namesTool(rule, call);
    return call.accesses.some((access) => matchesAccess(rule, access, call, layers)) || matchesParameter(rule, call);
  });
}
