import type { ToolPool } from '@loadout/core';
import type { AgentSpec } from '../agent/agent-spec.js';
import { clipped } from '../skills/clipped.js';
import { ENTRY_CHARS, oneLine, skillEntry } from '../skills/skill-entry.js';
import { subagentDefinitions } from '../subagents/subagent-definition.js';
import { toolWith } from '../tools/tool-with.js';

/** The number of characters of a list of skills above which the list has only names. Source: SKILL-04. */
const LIST_CHARS = 12_000;

/** Returns the lists of skills and agents for the system prompt, the same in every turn. Only for tools that the agent has. */
export function listings(spec: AgentSpec, pool: ToolPool): readonly string[] {
  const lists: string[] = [];
  const [starter, loader] = [toolWith(pool, 'starts-agents'), toolWith(pool, 'loads-skills')];
  if (starter !== undefined) lists.push(agentList(spec, starter.name));
  if (loader !== undefined) lists.push(skillList(spec, loader.name));
  return lists.filter((list) => list !== '');
}

function agentList(spec: AgentSpec, tool: string): string {
  const types = [...subagentDefinitions(spec.plan, spec.agent).values()];
  if (types.length === 0) return '';
  const lines = types.map(({ agent, description }) => `- ${agent.name}: ${clipped(oneLine(description), ENTRY_CHARS)}`);
  return `Agents that the tool ${tool} can start (subagent_type):\n${lines.join('\n')}`;
}

function skillList({ plan }: AgentSpec, tool: string): string {
  const skills = Object.values(plan.skills ?? {}).filter((skill) => skill.modelInvocable && skill.paths === undefined);
  if (skills.length === 0) return '';
  const entries = skills.map(skillEntry);
  const isShort = entries.reduce((sum, entry) => sum + entry.length, 0) <= LIST_CHARS;
  const lines = isShort ? entries : skills.map(({ name }) => `- ${name}`);
  return `Skills that the tool ${tool} can load:\n${lines.join('\n')}`;
}
