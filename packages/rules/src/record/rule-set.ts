import type { PermissionMode } from '@loadout/core';
import { decide, type PermissionDecision, type PermissionLayers, type PermissionRule, type Plan } from '@loadout/core/run';
import type { RecordedCall } from './recorded-call.js';

/** The rules of one version of a configuration, with all that is trusted or not. */
export interface RuleSet {
  readonly workspace: string;
  readonly home: string;
  readonly roots: readonly string[];
  /** Rules for every agent. */
  readonly rules: readonly PermissionRule[];
  readonly agents: Readonly<Record<string, AgentRules>>;
}

export interface AgentRules {
  readonly rules: readonly PermissionRule[];
  readonly mode: PermissionMode;
  readonly sandboxed?: PermissionLayers['sandboxed'];
}

/**
 * The layers in which a call is decided by these rules, or `undefined` for an agent that they do not know. For a call of no agent: the
 * rules that all agents have.
 */
export function layersFor(record: RecordedCall, set: RuleSet, mode: PermissionMode): PermissionLayers | undefined {
  const { workspace, home, roots } = set;
  const place = { workspace, home, roots, mode, artifactDir: record.artifactDir };
  if (record.agents.length === 0) return { ...place, rules: [...set.rules, ...sharedRules(set.agents)] };
  const chain = record.agents.map((name) => (Object.hasOwn(set.agents, name) ? set.agents[name] : undefined));
  const [own, ...above] = chain;
  const root = chain.at(-1);
  if (root === undefined) return undefined;
  // A subagent has the permissions of the agent above it, and its own rules only narrow them.
  const narrowing = [own, ...above.slice(0, -1)].flatMap((agent) =>
    above.length === 0 ? [] : (agent?.rules.filter(({ behavior }) => behavior !== 'allow') ?? []),
  );
  return {
    ...place,
    rules: [...set.rules, ...root.rules, ...narrowing],
    sandboxed: root.sandboxed,
  };
}

const shared = new WeakMap<RuleSet['agents'], readonly PermissionRule[]>();

/** The rules that every agent has: those of a configuration that waits for trust stand with each agent. */
function sharedRules(agents: RuleSet['agents']): readonly PermissionRule[] {
  const known = shared.get(agents);
  if (known !== undefined) return known;
  const [first, ...more] = Object.values(agents).map(({ rules }) => new Map(rules.map((rule) => [JSON.stringify(rule), rule])));
  const found = [...(first ?? [])].flatMap(([key, rule]) => (more.every((one) => one.has(key)) ? [rule] : []));
  shared.set(agents, found);
  return found;
}

/** The decision of rules about a recorded call. */
export type Judgement = Pick<PermissionDecision, 'behavior' | 'reason' | 'rule' | 'trace'>;

/**
 * Decides a recorded call by other rules. `undefined`: the rules do not know its agent. A call that no rule decides is asked about as by
 * `decide`, without the proposal of a rule for it, which takes longer than the decision: a hook that allows is tried after all rules.
 */
export function judge(record: RecordedCall, set: RuleSet, mode = modeOf(record, set)): Judgement | undefined {
  const layers = layersFor(record, set, mode);
  if (layers === undefined) return undefined;
  const decision = decide({ ...record.call, hook: LAST }, layers);
  if (decision.by !== 'hook') return decision;
  const behavior = mode === 'dontAsk' ? 'deny' : 'ask';
  return { behavior, reason: `no rule allows it (permission mode ${mode})`, trace: decision.trace };
}

const LAST = { behavior: 'allow', reason: '', by: 'no rule' } as const;

/** The mode of the agent of the session. */
export const modeOf = ({ agents }: RecordedCall, set: RuleSet): PermissionMode =>
  set.agents[agents.at(-1) ?? '']?.mode ?? 'default';

/** The sandbox as far as it decides about calls: one that may be missing makes no call pass. */
export const sandboxOf = ({ sandbox }: Plan['agents'][string]): PermissionLayers['sandboxed'] =>
  sandbox?.required === true ? { autoAllow: sandbox.autoAllow, excludedCommands: sandbox.excludedCommands } : undefined;
