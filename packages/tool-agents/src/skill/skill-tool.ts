import { ActiveSkills, type AnyTool, defineTool, nearest, Subagents, type ToolContext, type ToolOutput } from '@loadout/core';
import type { SkillPlan } from '@loadout/core/run';
import { report } from '../agent/report.js';
import { errors } from '../errors.js';

const inputSchema = {
  type: 'object',
  properties: {
    skill: { type: 'string', minLength: 1, description: 'The name of the skill, as listed' },
    args: { type: 'string', description: 'Arguments for the placeholders in its text' },
  },
  required: ['skill'],
  additionalProperties: false,
} as const;

/** Loads a skill into the conversation. Source: TOOL-SKILL-01, TOOL-SKILL-02. */
export function skillTool(): AnyTool {
  return defineTool({
    name: 'Skill',
    role: 'loads-skills',
    description:
      'Loads a skill: instructions for a kind of task, which apply from then on. Use it before you begin a task that a listed skill covers.',
    inputSchema,
    inputAliases: { name: 'skill', command: 'skill' },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    isConcurrencySafe: false,
    maxResultChars: Number.POSITIVE_INFINITY,
    call: (input, context) => load(input as { skill: string; args?: string }, context),
  });
}

async function load({ skill: name, args = '' }: { skill: string; args?: string }, context: ToolContext): Promise<ToolOutput> {
  const skills = context.find(ActiveSkills);
  const wanted = name.replace(/^\//, '');
  const skill = skills?.find(wanted);
  if (skills === undefined || skill === undefined) {
    const available = (skills?.list() ?? []).filter((one) => one.modelInvocable).map((one) => one.name);
    throw errors.SKILL_UNKNOWN({ name, nearest: nearest(wanted, available), available });
  }
  if (!skill.modelInvocable) throw errors.SKILL_NOT_FOR_MODELS({ name: skill.name });
  if (skill.context === 'fork') return fork(skill, { skills, args }, context);
  const text = await skills.text(skill, args, context);
  const structuredContent = { success: true, commandName: skill.name, allowedTools: skill.allowedTools, model: skill.model };
  await skills.begin(skill);
  if (skills.isHeld(skill, text))
    return { content: `The skill ${skill.name} is loaded already, with the same text; it stands above.`, structuredContent };
  return { content: text, structuredContent };
}

/** In an agent of its own, whose last message is the answer. Its rules and restrictions are that agent's. Source: SKILL-07. */
async function fork(
  skill: SkillPlan,
  { skills, args }: { skills: ActiveSkills; args: string },
  context: ToolContext,
): Promise<ToolOutput> {
  const prompt = await skills.text(skill, args, context);
  const agent = await context.get(Subagents).start({
    type: skill.agent ?? 'general-purpose',
    prompt,
    description: skill.name,
    model: skill.model,
    skill,
    toolUseId: context.toolUseId,
    signal: context.signal,
  });
  return report(await agent.result, { type: agent.type, prompt });
}
