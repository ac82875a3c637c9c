import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readParams } from '@loadout/command';
import { type LoadedConfig, loadConfig } from '@loadout/config';
import type { Position } from '@loadout/core';
import type { CommandHost } from '@loadout/core/commands';
import type { Plan } from '@loadout/core/run';
import { lockedPlan } from '@loadout/lock';
import { keyOf } from './coverage/parts-of.js';
import type { ConfigFlags } from './definition.js';
import { requireTrust, trustOf } from './require-trust.js';
import { plainPath } from './runs/expected-call.js';
import type { TestGround } from './test-ground.js';
import type { LoadedTest } from './tests/loaded-test.js';

/** A configuration as a test runs it, in its own folder. */
export interface TestPlan {
  readonly plan: Plan;
  readonly loaded: LoadedConfig;
  /** The paths of values by `file:line:column`. */
  readonly paths: Readonly<Record<string, string>>;
  /** Returns the path of a rule's position in the configuration, such as `permissions.deny.0`. */
  pathOf(position: Position): string | undefined;
}

/** The configurations that are kept. */
const MOST_LOADED = 100;

/** The part of a test that chooses what is read. */
type Choice = Pick<LoadedTest['spec'], 'profile' | 'params' | 'env'>;

interface PlanParts {
  readonly flags: ConfigFlags;
  readonly io: CommandHost;
  /** The configuration file. */
  readonly file: string;
  /** The folder of this command. */
  readonly root: string;
}

/**
 * The plans of the tests. A configuration is read once for all tests with the same profile, params and variables, in a folder of its own
 * whose path is unique. For each run, that path is replaced by the workspace of the run wherever the plan names it.
 */
export class Plans {
  readonly #parts: PlanParts;
  readonly #placeholder: string;
  readonly #loaded = new Map<string, Promise<LoadedConfig>>();

  constructor(parts: PlanParts) {
    this.#parts = parts;
    this.#placeholder = join(parts.root, 'plan', 'workspace');
    mkdirSync(this.#placeholder, { recursive: true });
  }

  /** Reads the configuration for one agent. Throws as `loadConfig` does. */
  load(agent: string | undefined, { profile, params = {}, env = {} }: Choice = {}): Promise<LoadedConfig> {
    const key = JSON.stringify([agent, profile, params, env]);
    const known = this.#loaded.get(key) ?? this.#read(agent, { profile, params, env });
    this.#loaded.set(key, known);
    // Cases of an eval may each have other params.
    const [oldest] = this.#loaded.keys();
    if (this.#loaded.size > MOST_LOADED && oldest !== undefined) this.#loaded.delete(oldest);
    return known;
  }

  /** Returns the plan of a test in the folder of one of its runs. */
  async forRun(test: LoadedTest, { workspace, state }: Pick<TestGround, 'workspace' | 'state'>): Promise<TestPlan> {
    const loaded = await this.load(test.spec.agent, test.spec);
    const moved = replaced(loaded.plan, this.#placeholder, workspace) as Plan;
    const plan = { ...moved, sessions: { ...moved.sessions, dir: join(state, 'sessions') }, budgets: [], telemetry: undefined };
    const paths = Object.fromEntries(
      Object.entries(loaded.origins).map(([path, position]) => [keyOf(position), plainPath(path)]),
    );
    return { plan, loaded, paths, pathOf: (position) => paths[keyOf(position)] };
  }

  async #read(
    agent: string | undefined,
    { profile, params, env }: Choice & { readonly params: object; readonly env: Readonly<Record<string, string>> },
  ): Promise<LoadedConfig> {
    const { flags, io, file, root } = this.#parts;
    const trust = trustOf({ flags, io });
    const loaded = await loadConfig({
      cwd: this.#placeholder,
      file,
      profile: profile ?? flags.profile,
      params: readParams([...flags.param, ...Object.entries(params).map(([name, value]) => `${name}=${value}`)]),
      agent,
      keepParams: agent === undefined,
      env: { ...io.env, LOADOUT_MODEL: undefined, ...env },
      // The settings of this user are no part of the tested files, so they would make a test depend on who runs it.
      userFile: join(root, 'plan', 'settings.yaml'),
      trust,
    });
    io.hide(loaded.plan.secrets);
    const plan = await lockedPlan(loaded, { env: io.env, trust });
    requireTrust(loaded.trust, { flags, io });
    return { ...loaded, plan };
  }
}

/** Replaces a path in all texts of plain data. */
function replaced(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string') return value.includes(from) ? value.replaceAll(from, to) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, from, to));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item, from, to)]));
}
