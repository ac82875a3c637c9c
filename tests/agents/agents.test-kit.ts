import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { HookSet, PermissionMode, Plugin } from '@loadout/core';
import type { Message, ModelRequest, ToolResultBlock } from '@loadout/core/model';
import {
  type AgentPlan,
  type LimitsPlan,
  type PermissionBehavior,
  type PermissionLayer,
  type PermissionRule,
  type Plan,
  parsePermissionRule,
  type SkillPlan,
  type SubagentPlan,
} from '@loadout/core/run';
import agents from '@loadout/tool-agents';
import fs from '@loadout/tool-fs';
import shell from '@loadout/tool-shell';
import { model, type Step, tempFolder } from '../../packages/runner/src/run/scripted.test-kit.js';

export { reader, runAgent, type Step, tempFolder, writer } from '../../packages/runner/src/run/scripted.test-kit.js';

export const PLUGINS: Readonly<Record<string, Plugin>> = { agents, fs, shell };

const PRICE = { input: 1_000_000, output: 10_000_000 };

export const rule = (behavior: PermissionBehavior, text: string, layer: PermissionLayer = 'project'): PermissionRule =>
  parsePermissionRule(text, { behavior, layer });

export interface AgentWishes {
  readonly tools?: readonly string[];
  readonly mode?: PermissionMode;
  readonly rules?: readonly PermissionRule[];
  readonly subagents?: Readonly<Record<string, SubagentPlan>>;
  readonly limits?: LimitsPlan;
  readonly changes?: Partial<AgentPlan>;
}

/** One agent of a plan. Its instructions are its name, by which the model of a test tells whom it speaks for. */
export function agent(name: string, { tools = ['*'], mode, rules = [], subagents, limits = {}, changes }: AgentWishes = {}) {
  const plan: AgentPlan = {
    name,
    description: `The ${name}.`,
    instructions: `I am ${name}.`,
    models: [],
    tools,
    disallowedTools: [],
    permissions: { mode, rules },
    hooks: [],
    subagents,
    limits,
    concurrency: 10,
    model: {},
    ...changes,
  };
  return plan;
}

/** The arguments of `runAgent` for a lead and its possible subagents, in a separate folder. */
export function team(
  lead: AgentWishes = {},
  {
    others = [],
    ...plan
  }: Partial<Plan> & { readonly others?: readonly AgentPlan[]; readonly skills?: Record<string, SkillPlan> } = {},
) {
  const workspace = plan.workspace ?? tempFolder();
  const given: Plan = {
    configDir: workspace,
    workspace,
    plugins: [],
    providers: {},
    models: { m: { provider: 'test', id: 'm', price: PRICE } },
    permissions: { mode: 'bypassPermissions', rules: [], additionalDirectories: [] },
    hooks: [],
    agents: Object.fromEntries([agent('lead', lead), ...others].map((one) => [one.name, one])),
    secrets: [],
    sessions: { dir: join(workspace, '.sessions') },
    ...plan,
  };
  return { plan: given, agent: 'lead', modelId: 'm', workspace, permissions: {}, plugins: PLUGINS, hooks: {} as HookSet };
}

/** The agent that makes a request: the name in its instructions, or `built-in` for a built-in agent. */
const speaker = (request: ModelRequest): string => /^I am (\w+)\./.exec(request.system[0]?.text ?? '')?.[1] ?? 'built-in';

/** A model that goes through the steps of each agent by itself; `who` tells which they are, by default the agent's name. */
export function cast(
  steps: Readonly<Record<string, readonly Step[] | ((request: ModelRequest, turn: number) => Step)>>,
  who: (request: ModelRequest) => string = speaker,
) {
  const turns = new Map<string, number>();
  const scripted = model((request) => {
    const name = who(request);
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    const own = steps[name];
    return (typeof own === 'function' ? own(request, turn) : own?.[turn]) ?? { fail: 'MODEL_TEST_ENDED' };
  });
  return Object.assign(scripted, { of: (name: string) => scripted.requests.filter((request) => who(request) === name) });
}

/** One call of Agent. */
export const start = (input: Readonly<Record<string, unknown>> = {}, id?: string) => ({
  name: 'Agent',
  input: { description: 'Does it', prompt: 'Do it.', ...input },
  ...(id === undefined ? {} : { id }),
});

export function resultsIn(messages: readonly Message[]): { id: string; text: string; isError: boolean }[] {
  const blocks = messages
    .flatMap((message) => message.content)
    .filter((block): block is ToolResultBlock => block.type === 'tool_result');
  return blocks.map(({ tool_use_id: id, content, is_error }) => ({
    id,
    text: typeof content === 'string' ? content : JSON.stringify(content),
    isError: is_error === true,
  }));
}

/** The results that the last request of an agent held. */
export const resultsOf = (requests: readonly ModelRequest[]) => resultsIn(requests.at(-1)?.messages ?? []);
export const textOfRequest = (request: ModelRequest | undefined) => JSON.stringify(request?.messages ?? []);
export const agentIdIn = (text: string): string => /agent_[0-9a-f]{12}/.exec(text)?.[0] ?? '';

/** Settles once it is so; the test's own time limit ends what never is. */
export async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await pause(2);
}
