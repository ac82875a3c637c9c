import {
  type Asker,
  boundMode,
  type PermissionLayers,
  type PermissionMode,
  type PermissionRule,
  type PermissionUpdate,
} from '@loadout/core';
import type { Permissions } from '../permissions/permissions.js';

export interface SubagentWishes {
  /** Holds as far as the parent's mode, at each moment, is no narrower. */
  readonly mode: PermissionMode | undefined;
  /** Its own. Those that allow are left out: what the parent may, it may. */
  readonly rules: readonly PermissionRule[];
  /** See `SubagentPlan`. */
  readonly grants: readonly PermissionRule[];
  /** The folder that it works in, when that is its only one. */
  readonly cwd: string | undefined;
  readonly artifactDir: string;
}

/**
 * What is in force for an agent that another one started. It is read off what is in force for that one at each decision, so
 * that nothing the parent loses is kept. Source: AGENT-07, PERM-15.
 */
export class SubagentPermissions implements Permissions {
  readonly #parent: Permissions;
  readonly #wishes: SubagentWishes;
  #forRun: readonly PermissionRule[] = [];
  #made: { readonly from: PermissionLayers; readonly layers: PermissionLayers } | undefined;

  constructor(parent: Permissions, wishes: SubagentWishes) {
    this.#parent = parent;
    this.#wishes = { ...wishes, rules: wishes.rules.filter((rule) => rule.behavior !== 'allow') };
  }

  get layers(): PermissionLayers {
    const from = this.#parent.layers;
    if (this.#made?.from !== from) this.#made = { from, layers: this.#compose(from) };
    return this.#made.layers;
  }

  get mode(): PermissionMode {
    return this.layers.mode;
  }

  get roots(): readonly string[] {
    return this.layers.roots;
  }

  /** The mode plan is narrower than dontAsk but would ask: under a parent that must not, nobody is there. */
  get asker(): Asker | undefined {
    return this.layers.neverAsks === true ? undefined : this.#parent.asker;
  }

  set asker(asker: Asker | undefined) {
    this.#parent.asker = asker;
  }

  /** What somebody answers holds for the session, not for one of its agents. */
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
      neverAsks: from.mode === 'dontAsk' || from.neverAsks === true,
      rules: [...from.rules, ...rules, ...grants, ...this.#forRun],
      roots: cwd === undefined ? from.roots : [cwd],
      artifactDir,
      lifts: [...(from.lifts ?? []), ...(grants.length === 0 ? [] : [{ asks, grants }])],
    });
  }
}

/** What a person or an administrator wrote, for all their agents or for this run, no configuration of a project lifts. */
const isLiftable = ({ layer }: PermissionRule) => layer === 'project' || layer === 'agent';
