import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fixesAsCalled, readParams, workingFolder } from '@loadout/command';
import {
  LOCK_NAME,
  type LoadedConfig,
  type LoadOptions,
  loadConfig,
  loadPlan as loadKeptPlan,
  openVerdicts,
  renderDiagnostics,
  type TrustExtent,
  type TrustVerdict,
} from '@loadout/config';
import { configFlags } from '@loadout/core/commands';
import type { Plan } from '@loadout/core/run';
import { trustFile } from '@loadout/node';
import { redactor } from '@loadout/runner';
import type { Io } from '../io.js';
import { askTrust, keepAnswer, tellStanding } from './ask-trust.js';
import { settleTrust, type TrustFlags, trustOptions } from './settle-trust.js';

export interface ConfigFlags extends TrustFlags {
  readonly config?: string | undefined;
  readonly profile?: string | undefined;
  readonly param: readonly string[];
  readonly cwd?: string | undefined;
}

export interface PlanWish {
  /** The name of an agent, or a prompt. Params are asked for this agent only. */
  readonly agent?: string | undefined;
  /** Params need no value, because nothing will run. */
  readonly keepParams?: boolean;
  /** No plugin is loaded, so the lock is not checked. */
  readonly loadsNothing?: boolean;
  /** A run is about to start: on a terminal, the command asks about untrusted parts. */
  readonly asksTrust?: boolean;
  /** Asks about untrusted parts, where the command does not own the terminal. */
  readonly askTrust?: (verdict: TrustVerdict) => Promise<TrustExtent | undefined>;
  /** The caller reports which parts are off because they are not trusted. */
  readonly tellsTrust?: boolean;
}

/** Reads the configuration that the flags name. From here on, all output hides its secrets. */
export async function loadWhole(
  flags: ConfigFlags,
  context: { readonly io: Io; readonly wish: PlanWish },
): Promise<LoadedConfig> {
  const loaded = await loadConfig(optionsFor(flags, context));
  return { ...loaded, plan: await settle(loaded, { flags, ...context }) };
}

/** Reads only the plan. A plan whose sources did not change is not built again. */
export async function loadPlan(
  flags: ConfigFlags,
  context: { readonly io: Io; readonly wish: PlanWish },
): Promise<Pick<LoadedConfig, 'plan' | 'warnings' | 'trust'>> {
  const options = { ...optionsFor(flags, context), showsVerdict: flags['require-trust'] === true || asksTrust(flags, context) };
  const loaded = await withAnswer(await loadKeptPlan(options), { flags, ...context });
  return { ...loaded, plan: await settle(loaded, { flags, ...context }) };
}

/** Whether a person is asked about untrusted parts. */
function asksTrust(flags: ConfigFlags, { io, wish }: { readonly io: Io; readonly wish: PlanWish }): boolean {
  const { hashes = [] } = trustOptions(flags, io);
  return wish.asksTrust === true && hashes.length === 0 && flags['require-trust'] !== true && io.canAsk;
}

type Kept = Pick<LoadedConfig, 'plan' | 'warnings' | 'trust'>;

/** Asks about the untrusted parts if a person is there, and reads the configuration again after a yes. */
async function withAnswer(
  loaded: Kept,
  { flags, io, wish }: { readonly flags: ConfigFlags; readonly io: Io; readonly wish: PlanWish },
): Promise<Kept> {
  const { trust } = loaded;
  const file = trustFile(io.env);
  if (trust?.standing === true && wish.loadsNothing !== true) await tellStanding(trust, { file, io });
  const open = openVerdicts(trust);
  if (open.length === 0 || !asksTrust(flags, { io, wish })) return loaded;
  let isAnswered = false;
  for (const verdict of open) {
    const extent = await (wish.askTrust ?? askTrust)(verdict, io);
    if (extent === undefined) continue;
    isAnswered = true;
    await keepAnswer(verdict, { extent: verdict === trust ? extent : 'content', file, io });
  }
  return isAnswered ? loadKeptPlan(optionsFor(flags, { io, wish })) : loaded;
}

/** Hides secrets, reports untrusted parts, and checks the lock. */
async function settle(
  { plan, trust }: Pick<LoadedConfig, 'plan' | 'trust'>,
  { flags, io, wish }: { readonly flags: ConfigFlags; readonly io: Io; readonly wish: PlanWish },
): Promise<Plan> {
  io.hide(redactor(plan.secrets));
  if (wish.tellsTrust !== true) settleTrust(trust, { flags, io });
  // A start without a lock does not load the package that checks one.
  if (wish.loadsNothing === true || !existsSync(join(plan.configDir, LOCK_NAME))) return plan;
  const { lockedPlan } = await import('@loadout/lock');
  return lockedPlan({ plan, trust }, { env: io.env, trust: trustOptions(flags, io) });
}

function optionsFor(flags: ConfigFlags, { io, wish }: { readonly io: Io; readonly wish: PlanWish }): LoadOptions {
  const cwd = workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd });
  return {
    cwd,
    file: flags.config,
    profile: flags.profile,
    params: readParams(flags.param),
    agent: wish.agent,
    keepParams: wish.keepParams,
    env: io.env,
    trust: trustOptions(flags, io),
  };
}

export function tellWarnings({ warnings }: Pick<LoadedConfig, 'warnings'>, io: Io): void {
  if (warnings.length > 0) io.tell(renderDiagnostics(fixesAsCalled(warnings, io.env), { cwd: io.cwd }));
}

/** The flags among others that choose the configuration. */
export function configFlagsOf(flags: Readonly<Record<string, unknown>>): ConfigFlags {
  const text = (name: string) => (typeof flags[name] === 'string' ? flags[name] : undefined);
  return {
    config: text('config'),
    profile: text('profile'),
    param: Array.isArray(flags.param) ? flags.param.filter((one) => typeof one === 'string') : [],
    cwd: text('cwd'),
    trust: text('trust'),
    'require-trust': flags['require-trust'] === true,
  };
}

/** The flags that choose the configuration, from arguments whose command is not known yet. */
export function placeFlags(argv: readonly string[]): ConfigFlags {
  const options = Object.fromEntries(
    configFlags.map((flag) => [
      flag.name,
      { type: 'value' in flag ? ('string' as const) : ('boolean' as const), multiple: 'repeat' in flag },
    ]),
  );
  const { values } = parseArgs({
    args: [...argv],
    options: { ...options, config: { type: 'string', short: 'c' } },
    strict: false,
  });
  return configFlagsOf(values);
}
