import { type LoadedConfig, type LoadOptions, loadConfig, renderDiagnostics } from '@loadout/config';
import { redactor } from '@loadout/runner';
import type { Io } from '../io.js';
import { readParams } from './read-params.js';
import { workingFolder } from './working-folder.js';

export interface ConfigFlags {
  readonly config?: string | undefined;
  readonly profile?: string | undefined;
  readonly param: readonly string[];
  readonly cwd?: string | undefined;
}

export interface PlanWish {
  /** What may be the agent, or else a prompt. Params are asked of that agent alone. */
  readonly agent?: string | undefined;
  /** Nothing will run: params need no value. */
  readonly keepParams?: boolean;
}

/** Reads the configuration that the flags name. From here on its secrets are blanked out of all that is printed. */
export async function loadPlan(
  flags: ConfigFlags,
  { io, wish }: { readonly io: Io; readonly wish: PlanWish },
): Promise<LoadedConfig> {
  const options: LoadOptions = {
    cwd: workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd }),
    file: flags.config,
    profile: flags.profile,
    params: readParams(flags.param),
    keepParams: wish.keepParams,
    env: io.env,
  };
  const loaded = (await loadForAgent(options, wish.agent)) ?? (await loadConfig(options));
  io.hide(redactor(loaded.plan.secrets));
  return loaded;
}

/** `undefined` when `agent` is none of the file's, or the file has problems of which some may come from taking it for one. */
async function loadForAgent(options: LoadOptions, agent: string | undefined): Promise<LoadedConfig | undefined> {
  if (agent === undefined || !/^[\w.-]+$/.test(agent)) return undefined;
  const loaded = await loadConfig({ ...options, agent }).catch(() => undefined);
  return loaded !== undefined && Object.hasOwn(loaded.plan.agents, agent) ? loaded : undefined;
}

export function tellWarnings({ warnings }: Pick<LoadedConfig, 'warnings'>, io: Io): void {
  if (warnings.length > 0) io.tell(renderDiagnostics(warnings, { cwd: io.cwd }));
}
