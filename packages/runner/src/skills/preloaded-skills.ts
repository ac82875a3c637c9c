import type { Plan, SkillPlan } from '@loadout/core/run';
import type { AgentSpec } from '../spec/agent-spec.js';
import { plainSkillText } from './skill-text.js';

export interface PreloadedSkill {
  readonly name: string;
  readonly text: string;
}

/** The skills whose texts a conversation of this agent begins with. Nothing runs, so the commands in a text stand as written. */
export async function preloadedSkills(
  { skills = {} }: Pick<Plan, 'skills'>,
  spec: AgentSpec,
): Promise<readonly PreloadedSkill[]> {
  const plans: readonly SkillPlan[] = Object.values(skills);
  const found = (spec.agent.skills ?? []).flatMap(
    (name) => plans.find((one) => one.name === name) ?? plans.find(({ aliases }) => aliases.includes(name)) ?? [],
  );
  return Promise.all(found.map(async (skill) => ({ name: skill.name, text: await plainSkillText({ spec }, skill) })));
}
