import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverPrefix } from '@loadout/config';
import { type AgentPlan, parsePermissionRule } from '@loadout/core/run';
import { homeOf } from '@loadout/node';
import { contextWindowOf, type Env } from '../models.js';
import type { AgentDefinition } from '../types/agents.js';
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

const LINES = 200;
const CHARS = 25_000;

interface Where {
  readonly scope: NonNullable<AgentDefinition['memory']>;
  readonly cwd: string;
  readonly env: Env;
}

/**
 * The instructions about the folder in which an agent keeps its own memory. The folder is among the files of the agent's rules,
 * so writing to it asks.
 */
function agentMemory(agent: string, { scope, cwd, env }: Where): string {
  const folder = join(folderOf(scope, { cwd, env }), agent.replace(/[^\w-]/g, '-'));
  const kept = beginningOf(join(folder, 'MEMORY.md'));
  const said = kept === '' ? 'There is nothing in it yet.' : `This is in it:\n\n${kept}`;
  return `Your memory is the folder ${folder}. What you write into MEMORY.md there you are told the next time; longer things go into files of their own beside it. ${said}`;
}

function folderOf(scope: Where['scope'], { cwd, env }: Omit<Where, 'scope'>): string {
  if (scope === 'user') return join(env.CLAUDE_CONFIG_DIR || join(homeOf(env), '.claude'), 'agent-memory');
  return join(cwd, '.claude', scope === 'local' ? 'agent-memory-local' : 'agent-memory');
}

function beginningOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, LINES).join('\n').slice(0, CHARS).trim();
  } catch {
    return '';
  }
}
