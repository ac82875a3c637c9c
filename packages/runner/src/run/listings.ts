import type { ToolPool } from '@loadout/core';
import type { AgentSpec } from '../agent/agent-spec.js';
import { clipped } from '../skills/clipped.js';
import { ENTRY_CHARS, oneLine, skillEntry } from '../skills/skill-entry.js';
import { subagentDefinitions } from '../subagents/subagent-definition.js';

/** The number of characters of a list of skills above which the list has only names. Source: SKILL-04. */
const LIST_CHARS = 12_000;

/** Returns the lists of skills and agents for the system prompt, the same in every turn. Only for tools that the agent has. */
export function listings(spec: AgentSpec, pool: ToolPool): readonly string[] {
  const lists: string[] = [];
  if (pool.get('Agent') !== undefined) lists.push(agentList(spec));
  if (pool.get('Skill') !== undefined) lists.push(skillList(spec));
  return lists.filter((list) => list !== '');
}

function agentList(spec: AgentSpec): string {
  const types = [...subagentDefinitions(spec.plan, spec.agent).values()];
  if (types.length === 0) return '';
  const lines = types.map(({ agent, description }) => `- ${agent.name}: ${clipped(oneLine(description), ENTRY_CHARS)}`);
  return `Agents that the tool Agent can start (subagent_type):\n${lines.join('\n')}`;
}

function skillList({ plan }: AgentSpec): string {
  const skills = Object.values(plan.skills ?? {}).filter((skill) => skill.modelInvocable && skill.paths === undefined);
  if (skills.length === 0) return '';
  const entries = skills.map(skillEntry);
  const isShort = entries.reduce((sum, entry) => sum + entry.length, 0) <= LIST_CHARS;
  const lines = isShort ? entries : skills.map(({ name }) => `- ${name}`);
  return `Skills that the tool Skill can load:\n${lines.join('\n')}`;
}
