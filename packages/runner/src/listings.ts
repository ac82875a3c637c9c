import { clipped } from './clipped.js';
import { subagentDefinitions } from './subagents/subagent-definition.js';
import type { RunState } from './turn/run-state.js';

/** One entry may have this many characters, and a list of skills so many; above that it is names only. Source: SKILL-04. */
const ENTRY_CHARS = 1_536;
const LIST_CHARS = 12_000;

/** What the model chooses from, in the system prompt: it is the same in every turn. Only for tools that it has. */
export function listings({ spec, tools }: RunState): readonly string[] {
  const lists: string[] = [];
  if (tools.pool.get('Agent') !== undefined) lists.push(agentList(spec));
  if (tools.pool.get('Skill') !== undefined) lists.push(skillList(spec));
  return lists.filter((list) => list !== '');
}

function agentList(spec: RunState['spec']): string {
  const types = [...subagentDefinitions(spec.plan, spec.agent).values()];
  if (types.length === 0) return '';
  const lines = types.map(({ agent, description }) => `- ${agent.name}: ${clipped(oneLine(description), ENTRY_CHARS)}`);
  return `Agents that the tool Agent can start (subagent_type):\n${lines.join('\n')}`;
}

function skillList({ plan }: RunState['spec']): string {
  const skills = Object.values(plan.skills ?? {}).filter((skill) => skill.modelInvocable && skill.paths === undefined);
  if (skills.length === 0) return '';
  const entries = skills.map(({ name, description, whenToUse }) => {
    const words = oneLine([description, whenToUse].filter(Boolean).join(' '));
    return words === '' ? `- ${name}` : `- ${name}: ${clipped(words, ENTRY_CHARS)}`;
  });
  const isShort = entries.reduce((sum, entry) => sum + entry.length, 0) <= LIST_CHARS;
  const lines = isShort ? entries : skills.map(({ name }) => `- ${name}`);
  return `Skills that the tool Skill can load:\n${lines.join('\n')}`;
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
