import { isAboutServerTool, type ServerTool, serverToolsOf, withoutServerTools } from '@loadout/models';
import type { AgentSpec, ChosenModel } from '../spec/agent-spec.js';

type Bounds = Pick<AgentSpec, 'permissions' | 'disallowed'>;
type Extra = ChosenModel['plan']['extra'];

export interface ServerTools {
  /** The tools that the provider may run for the model. */
  readonly offered: readonly ServerTool[];
  /** The tools that a deny rule, an ask rule or a list of the agent is about. Nobody could decide about their calls. */
  readonly held: readonly ServerTool[];
}

/** Divides the tools that a model's `extra` asks its provider to run. */
export function serverTools(extra: Extra, { permissions, disallowed }: Bounds): ServerTools {
  const rules = permissions.rules.filter(({ behavior }) => behavior !== 'allow').map(({ tool }) => tool);
  const isHeld = (tool: ServerTool) => [...rules, ...disallowed].some((one) => isAboutServerTool(one, tool));
  const all = serverToolsOf(extra);
  return { offered: all.filter((tool) => !isHeld(tool)), held: all.filter(isHeld) };
}

/** Returns the `extra` of a model as an agent may send it. */
export function permittedExtra(extra: Extra, bounds: Bounds): Extra {
  if (extra === undefined) return undefined;
  const { held } = serverTools(extra, bounds);
  return held.length === 0 ? extra : withoutServerTools(extra, held);
}
