import { clipped, type SkillPlan } from '@loadout/core/run';

/** The number of characters that one entry of a list may have. Source: SKILL-04. */
export const ENTRY_CHARS = 1_536;

/** Returns the line that the model reads about a skill before it loads the skill. */
export function skillEntry({ name, description, whenToUse }: SkillPlan): string {
  const words = oneLine([description, whenToUse].filter(Boolean).join(' '));
  return words === '' ? `- ${name}` : `- ${name}: ${clipped(words, ENTRY_CHARS)}`;
}

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
