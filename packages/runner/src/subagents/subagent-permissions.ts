import type { PermissionMode } from '@loadout/core';
import { type Asker, boundMode, type PermissionLayers, type PermissionRule, type PermissionUpdate } from '@loadout/core/run';
import type { Permissions } from '../permissions/permissions.js';

/** The permissions of the agent above. */
type Above = Pick<Permissions, 'layers' | 'asker' | 'update'>;

interface SubagentWishes {
  readonly name: string;
  /** If true, no call waits for the subagent, or the call cannot continue it: nothing waits for an answer that comes later. */
  readonly answerNow: boolean;
  /** The mode, which applies unless the parent's current mode is narrower. */
  readonly mode: PermissionMode | undefined;
  /** The subagent's own rules. Allow rules are left out, since the parent's permissions are its permissions. */
  readonly rules: readonly PermissionRule[];
  /** Grants; see `SubagentPlan`. */
  readonly grants: readonly PermissionRule[];
  /** The folder that the subagent works in, if that is its only one. */
  readonly cwd: string | undefined;
  readonly artifactDir: string;
}

/**
 * The permissions of a subagent. They are computed from the parent's current permissions at each decision, so that the subagent
 * keeps nothing that the parent loses. Source: AGENT-07, PERM-15.
 */
export class SubagentPermissions implements Permissions {
  readonly #parent: Above;
  readonly #wishes: SubagentWishes;
  #forRun: readonly PermissionRule[] = [];
  #made: { readonly from: PermissionLayers; readonly layers: PermissionLayers } | undefined;

  constructor(parent: Above, wishes: SubagentWishes) {
    this.#parent = parent;
    this.#wishes = { ...wishes, rules: wishes.rules.filter((rule) => rule.behavior !== 'allow') };
  }

  get layers(): PermissionLayers {
    const from = this.#parent.layers;
    if (this.#made?.from !== from) this.#made = { from, layers: this.#compose(from) };
    return this.#made.layers;
  }

  /** The asker. The mode plan is narrower than dontAsk but would ask, so under a parent that must not ask, nobody is there. */
  get asker(): Asker | undefined {
    const { asker } = this.#parent;
    if (asker === undefined || this.layers.neverAsks === true) return undefined;
    const { name, answerNow } = this.#wishes;
    // The innermost agent is the agent that asks, and every agent above it has to wait.
    return (question) =>
      asker({ ...question, agentName: question.agentName ?? name, answerNow: answerNow || question.answerNow === true });
  }

  set asker(asker: Asker | undefined) {
    this.#parent.asker = asker;
  }

  /** Passes updates to the session: an answer of a person applies to the session, not to one of its agents. */
  update(updates: readonly PermissionUpdate[]): void {
    this.#parent.update(updates);
  }

  addForRun(rules: readonly PermissionRule[]): void {
    this.#forRun = [...this.#forRun, ...rules];
    this.#made = undefined;
  }

  endForRun(): void {
    this.#forRun = [];
    this.#made = undefined;
  }

  #compose(from: PermissionLayers): PermissionLayers {
    const { mode, rules, grants, cwd, artifactDir } = this.#wishes;
    const asks = from.rules.filter((rule) => rule.behavior === 'ask' && isLiftable(rule));
    return Object.freeze({
      ...from,
      mode: boundMode(mode, from.mode),
      planAsks: from.planAsks === true && from.mode === 'plan',
      neverAsks: from.mode === 'dontAsk' || from.neverAsks === true,
      rules: [...from.rules, ...rules, ...grants, ...this.#forRun],
      roots: cwd === undefined ? from.roots : [cwd],
      artifactDir,
      lifts: [...(from.lifts ?? []), ...(grants.length === 0 ? [] : [{ asks, grants }])],
    });
  }
}

/**
 * Returns whether a grant may override the rule. A project's configuration overrides no rule that a person or an administrator
 * wrote for all their agents or for this run.
 */
const isLiftable = ({ layer }: PermissionRule) => layer === 'project' || layer === 'agent';
