import type { SkillPlan } from '@loadout/core';
import { clipped } from './clipped.js';

/** One entry of a list may have this many characters. Source: SKILL-04. */
export const ENTRY_CHARS = 1_536;

/** What the model reads of a skill before it loads it. */
export function skillEntry({ name, description, whenToUse }: SkillPlan): string {
  const words = oneLine([description, whenToUse].filter(Boolean).join(' '));
  return words === '' ? `- ${name}` : `- ${name}: ${clipped(words, ENTRY_CHARS)}`;
}

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
