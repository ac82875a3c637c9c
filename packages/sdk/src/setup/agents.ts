import { type AgentPlan, type ModelPlan, parsePermissionRule } from '@loadout/core';
import type { AgentDefinition } from '../types/agents.js';
import { coreMode } from './permissions.js';

/** Everything that an agent may leave out. */
export const emptyAgent = (name: string): AgentPlan => ({
  name,
  instructions: '',
  models: [],
  tools: ['*'],
  disallowedTools: [],
  permissions: { rules: [] },
  hooks: [],
  limits: {},
  concurrency: 10,
  model: {},
});

/** An agent that a program defines. `modelNamed` says under which name of the plan its model is. */
export function agentPlanOf(
  name: string,
  definition: AgentDefinition,
  { modelNamed }: { readonly modelNamed: (model: string) => string },
): AgentPlan {
  const { description, prompt, tools, disallowedTools, model, skills, initialPrompt, maxTurns, background } = definition;
  const { effort, permissionMode } = definition;
  const servers = definition.mcpServers?.filter((server) => typeof server === 'string');
  const mode = permissionMode === undefined ? undefined : coreMode(permissionMode);
  return {
    ...emptyAgent(name),
    description,
    instructions: prompt,
    prompt: initialPrompt,
    models: model === undefined || model === 'inherit' ? [] : [modelNamed(model)],
    tools: namesIn(tools) ?? ['*'],
    disallowedTools: namesIn(disallowedTools) ?? [],
    mcpServers: servers,
    skills,
    background,
    permissions: { mode, rules: rulesIn(disallowedTools) },
    limits: maxTurns === undefined ? {} : { turns: maxTurns },
    model: (effort === undefined ? {} : { effort }) satisfies Partial<ModelPlan>,
  };
}

/** `Bash(rm:*)` takes no tool away: it is a rule. */
const namesIn = (tools: readonly string[] | undefined) => tools?.filter((tool) => !tool.includes('('));

const rulesIn = (tools: readonly string[] | undefined) =>
  (tools ?? [])
    .filter((tool) => tool.includes('('))
    .map((text) => parsePermissionRule(text, { behavior: 'deny', layer: 'session' }));
