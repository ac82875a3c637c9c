import { permissionOverrides } from '@loadout/command/runs';
import type { AgentOptions } from '@loadout/runner';
import type { Arguments } from '../arguments/definition.js';
import type { resume } from '../arguments/run-definitions.js';

export type RunFlags = Omit<Arguments<typeof resume>['flags'], 'engine'>;
/** The flags about the agent, for every command that runs one. */
export type AgentFlags = Omit<RunFlags, 'output' | 'view'>;

/** The changes that the flags make to the agent of the configuration. */
export function agentOverrides(flags: AgentFlags): Pick<AgentOptions, 'modelId' | 'tools' | 'limits' | 'permissions'> {
  const turns = flags['max-turns'];
  return {
    modelId: flags.model,
    permissions: permissionOverrides(flags),
    ...(flags.tools === undefined ? {} : { tools: splitList(flags.tools) }),
    ...(turns === undefined ? {} : { limits: { turns: Number(turns) } }),
  };
}

const splitList = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
