import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type HookInputs, messageOf, type PermissionMode } from '@loadout/core';
import {
  type Asker,
  applyUpdate,
  boundMode,
  type Granted,
  inHome,
  NOTHING_GRANTED,
  PERMISSION_MODES,
  type PermissionLayers,
  type PermissionRule,
  type PermissionUpdate,
  ruleText,
  type ToolPool,
} from '@loadout/core/run';
import { realOrWritten } from '@loadout/node';
import type { RecordedRule } from '@loadout/sessions';
import type { RunContext } from '../context/run-context.js';
import { type ModelText, modelText } from '../prompts/model-texts.js';
import { errors } from '../report/errors.js';
import type { AgentEvent } from '../report/events.js';
import type { OpenSession } from '../session/session.js';
import type { AgentSpec } from '../spec/agent-spec.js';
import { toolWith } from '../tools/find-tools.js';
import type { Permissions, Rules } from './permissions.js';

/** The permissions of a run: the rules of its configuration and the grants since. Read at each decision (PERM-14). */
export class RunPermissions implements Permissions {
  readonly #spec: AgentSpec;
  readonly #session: OpenSession;
  readonly #emit: (event: AgentEvent) => void;
  #granted: Granted = NOTHING_GRANTED;
  #forRun: readonly PermissionRule[] = [];
  #layers: PermissionLayers;
  asker: Asker | undefined;
  /** Called when a folder becomes a working directory, after the event. */
  onFolder: ((folder: HookInputs['DirectoryAdded']) => void) | undefined;

  constructor(parts: { spec: AgentSpec; session: OpenSession; emit: (event: AgentEvent) => void }) {
    this.#spec = parts.spec;
    this.#session = parts.session;
    this.#emit = parts.emit;
    this.asker = parts.spec.ask;
    this.#restore();
    this.#layers = this.#compose();
  }

  get layers(): PermissionLayers {
    return this.#layers;
  }

  /**
   * Applies all updates or, with a throw, no update. Updates apply from the next decision on. Updates that are not for this run
   * alone are in the journal, so that a resumed session has them. The host hears of all updates and writes them into settings.
   */
  update(updates: readonly PermissionUpdate[]): void {
    const made = updates.map((update) => this.#checked(update));
    this.#granted = made.reduce(applyUpdate, this.#granted);
    this.#layers = this.#compose();
    const lasting = made.filter((update) => update.destination !== 'cliArg');
    if (lasting.length > 0) this.#session.grant(lasting);
    this.#emit({ type: 'permissions', updates: made, mode: this.#layers.mode });
    for (const update of made)
      if (update.type === 'addDirectories')
        for (const directory of update.directories) this.onFolder?.({ directory, source: update.destination });
  }

  addForRun(rules: readonly PermissionRule[]): void {
    this.#forRun = [...this.#forRun, ...rules];
    this.#layers = this.#compose();
  }

  endForRun(): void {
    this.#forRun = [];
    this.#layers = this.#compose();
  }

  /** Restores the grants of the session and reports those that are no longer allowed. A mode chosen for this run stays. */
  #restore(): void {
    for (const update of this.#session.before.grants) {
      if (update.type === 'setMode' && this.#spec.modeBounds.isChosen) continue;
      try {
        this.#granted = applyUpdate(this.#granted, this.#checked(update));
      } catch (error) {
        this.#emit({ type: 'notice', message: `Not granted again: ${messageOf(error)}` });
      }
    }
  }

  #checked(update: PermissionUpdate): PermissionUpdate {
    applyUpdate(NOTHING_GRANTED, update);
    if (update.type === 'setMode') checkMode(update.mode, this.#spec);
    if (update.type !== 'addDirectories' && update.type !== 'removeDirectories') return update;
    const isAdded = update.type === 'addDirectories';
    return { ...update, directories: update.directories.map((path) => this.#folder(path, isAdded)) };
  }

  #folder(path: string, mustExist: boolean): string {
    const full = resolve(this.#session.cwd, inHome(path, this.#spec.env.HOME));
    if (statSync(full, { throwIfNoEntry: false })?.isDirectory() === true) return realpathSync.native(full);
    if (mustExist) throw errors.DIRECTORY_MISSING({ path: full });
    return full;
  }

  #compose(): PermissionLayers {
    const { mode = this.#spec.permissions.mode, rules, directories } = this.#granted;
    return Object.freeze({
      ...layersOf(this.#spec, this.#session.header.artifactDir),
      mode,
      rules: [...this.#spec.permissions.rules, ...rules.map((one) => one.rule), ...this.#forRun],
      roots: [...new Set([...this.#spec.roots, ...directories])],
    });
  }
}

/** Returns the permissions of the configuration, without any grant. */
export function layersOf(spec: AgentSpec, artifactDir: string): PermissionLayers {
  const { sandbox } = spec;
  // An optional sandbox may be missing, so that every command needs a rule.
  const sandboxed =
    sandbox?.required === true ? { autoAllow: sandbox.autoAllow, excludedCommands: sandbox.excludedCommands } : undefined;
  return {
    ...spec.permissions,
    roots: spec.roots,
    workspace: spec.roots[0],
    // Rules compare paths whose links are followed.
    home: realOrWritten(spec.env.HOME ?? ''),
    artifactDir,
    sandboxed,
  };
}

type ModeRules = Pick<AgentSpec, 'modeBounds' | 'sandbox' | 'env'>;

/**
 * Throws MODE_REFUSED for a mode that this run may not use. `bypassPermissions` is never reached unless requested. Source:
 * PERM-06.
 */
export function checkMode(mode: PermissionMode, rules: ModeRules, uid: number | undefined = process.getuid?.()): void {
  const refused = refusedMode(mode, rules, uid);
  if (refused !== undefined) throw errors.MODE_REFUSED({ mode, ...refused });
}

/** The modes that a person may choose in a run. */
export const permittedModes = (rules: ModeRules): readonly PermissionMode[] =>
  PERMISSION_MODES.filter((mode) => refusedMode(mode, rules, process.getuid?.()) === undefined);

type Refused = { readonly why: string; readonly fix: string } | undefined;

function refusedMode(mode: PermissionMode, rules: ModeRules, uid: number | undefined): Refused {
  const { widest, allowBypass } = rules.modeBounds;
  if (widest !== undefined && boundMode(mode, widest) !== mode)
    return {
      why: `the settings of the user or the administrator allow no wider mode than ${widest}`,
      fix: `Use ${widest}, or change permissions.mode in those settings.`,
    };
  if (mode !== 'bypassPermissions') return undefined;
  if (!allowBypass) return { why: 'this run was not started in it', fix: 'Start it with that mode, or with allowBypass.' };
  if (uid === 0 && !isKeptIn(rules))
    return {
      why: 'this process runs as root, outside of any sandbox',
      fix: 'Run as another user, set sandbox: bubblewrap, or set IS_SANDBOX=1 in a container that may be thrown away.',
    };
  return undefined;
}

const isKeptIn = ({ sandbox, env }: ModeRules) =>
  sandbox?.required === true || (env.IS_SANDBOX !== undefined && !['', '0', 'false', 'no'].includes(env.IS_SANDBOX));

type RuledRun = Pick<RunContext, 'session' | 'spec'> & Pick<Rules, 'permissions'>;

/** Records the model, the mode and the rules that are in force, unless they are those that were recorded last. */
export function recordRules({ spec, session, permissions }: RuledRun): void {
  const { id, provider, contextWindow } = spec.model.plan;
  const { mode, rules } = permissions.layers;
  session.recordRules({ model: { id, provider, contextWindow }, mode }, inOrder(rules));
}

/** The order in which the pipeline tries rules. */
const EFFECTS = ['deny', 'ask', 'allow'] as const;

const inOrder = (rules: readonly PermissionRule[]): readonly RecordedRule[] =>
  EFFECTS.flatMap((effect) =>
    rules
      .filter(({ behavior }) => behavior === effect)
      .map((rule) => ({ effect, rule: ruleText(rule), ...(rule.position === undefined ? {} : { position: rule.position }) })),
  );

/**
 * Tells the model of plan mode: at its first prompt, and at each switch that the model did not make itself. The text is a reminder beside
 * the newest message, so that the cached beginning of the conversation stays (GAP-C1).
 */
export class ModeNews {
  readonly #run: RuledRun;
  /** The mode that the conversation names last. Undefined: none, which means any mode but plan. */
  #told: PermissionMode | undefined;

  constructor(run: RuledRun) {
    this.#run = run;
    this.#told = run.session.before.toldMode;
  }

  announce(pool: ToolPool): ModelText | undefined {
    const { mode, planAsks } = this.#run.permissions.layers;
    const [isPlan, wasPlan] = [mode === 'plan', this.#told === 'plan'];
    if (isPlan === wasPlan) return undefined;
    this.knows(mode);
    if (!isPlan) return modelText.planEnds(mode);
    return modelText.planBegins({ exit: toolWith(pool, 'ends-plan-mode')?.name, asks: planAsks === true });
  }

  /** Notes that the next message names the mode. The record says so for a session that is resumed. */
  knows(mode: PermissionMode): void {
    this.#told = mode;
    recordRules(this.#run);
  }

  /** Forgets what the model was told, after the conversation was replaced. */
  forget(): void {
    this.#told = undefined;
  }
}
