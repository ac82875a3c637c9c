import { serverPrefix } from '@loadout/config';
import { type AgentPlan, parsePermissionRule } from '@loadout/core/run';
import { contextWindowOf, type Env } from '../models.js';
import type { AgentDefinition } from '../types/agents.js';
import { agentMemory } from './agent-memory.js';
import { coreMode } from './permissions.js';
import { serverKeys } from './servers.js';

/** Defaults for everything that an agent may leave out. */
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

interface AgentGround {
  /** Returns the name of a model in the plan. */
  readonly modelNamed: (model: string) => string;
  /** The texts of CLAUDE.md. */
  readonly shared: string | undefined;
  readonly cwd: string;
  readonly env: Env;
}

/** Converts an agent that a program defines. */
export function agentPlanOf(name: string, definition: AgentDefinition, ground: AgentGround): AgentPlan {
  const { description, tools, disallowedTools, model, skills, initialPrompt, maxTurns, background } = definition;
  const { effort, permissionMode, autoCompactWindow, memory } = definition;
  const servers = serverKeys(definition);
  const mode = permissionMode === undefined ? undefined : coreMode(permissionMode);
  const kept = memory === undefined ? undefined : agentMemory(name, { scope: memory, ...ground });
  return {
    ...emptyAgent(name),
    description,
    instructions: instructionsOf(definition, { shared: ground.shared, memory: kept }),
    prompt: initialPrompt,
    models: model === undefined || model === 'inherit' ? [] : [ground.modelNamed(model)],
    tools: [...(namesIn(tools) ?? ['*']), ...(servers ?? []).map((key) => `${serverPrefix(key)}*`)],
    disallowedTools: namesIn(disallowedTools) ?? [],
    mcpServers: servers,
    skills,
    background,
    permissions: { mode, rules: rulesIn(disallowedTools) },
    limits: maxTurns ? { answers: maxTurns } : {},
    ...(isPositive(autoCompactWindow) ? { compaction: { at: partOf(autoCompactWindow, { model, ...ground }) } } : {}),
    model: typeof effort === 'string' ? { effort } : {},
  };
}

function instructionsOf(
  { prompt, omitClaudeMd, criticalSystemReminder_EXPERIMENTAL: reminder = '' }: AgentDefinition,
  { shared = '', memory = '' }: { readonly shared: string | undefined; readonly memory: string | undefined },
): string {
  return [omitClaudeMd === true ? '' : shared, prompt, memory, reminder].filter((text) => text !== '').join('\n\n');
}

const USUAL_PART = 0.8;

/** The fraction of the window at which the conversation is compacted. The option can only lower it. */
const partOf = (tokens: number, { model = '', env }: Pick<AgentGround, 'env'> & Pick<AgentDefinition, 'model'>) =>
  Math.min(USUAL_PART, tokens / contextWindowOf(model, { env }));

const isPositive = (tokens: number | undefined): tokens is number => tokens !== undefined && tokens > 0;

/** The names of tools to remove. `Bash(rm:*)` is a rule and removes no tool. */
const namesIn = (tools: readonly string[] | undefined) => tools?.filter((tool) => !tool.includes('('));

const rulesIn = (tools: readonly string[] | undefined) =>
  (tools ?? [])
    .filter((tool) => tool.includes('('))
    .map((text) => parsePermissionRule(text, { behavior: 'deny', layer: 'session' }));
