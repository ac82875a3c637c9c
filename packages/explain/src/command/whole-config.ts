import { readParams, trustSources, workingFolder } from '@loadout/command';
import { type LoadedConfig, loadConfig } from '@loadout/config';
import type { CommandFlags, CommandHost, configFlags } from '@loadout/core/commands';
import { trustFile } from '@loadout/node';

type ConfigFlags = CommandFlags<{
  readonly name: string;
  readonly summary: string;
  readonly positionals: [];
  readonly flags: typeof configFlags;
}>;

/** Reads the configuration that the flags choose with all that a kept plan does not say: its warnings, and what waits for trust. */
export function wholeConfig(flags: Omit<ConfigFlags, 'require-trust'>, { cwd, env }: CommandHost): Promise<LoadedConfig> {
  return loadConfig({
    cwd: workingFolder(cwd, { flag: '--cwd', dir: flags.cwd }),
    file: flags.config,
    profile: flags.profile,
    params: readParams(flags.param),
    keepParams: true,
    env,
    trust: trustSources(flags.trust, { env, file: trustFile(env) }),
  });
}
