import { isObject } from '@loadout/core';

const MOST_CHARS = 10_000;

/** The text of a hover in any form; empty if there is none. */
export function hoverText(answer: unknown): string {
  const contents = isObject(answer) ? answer.contents : undefined;
  const parts = Array.isArray(contents) ? contents : [contents];
  const text = parts
    .map(partText)
    .filter(Boolean)
    .join('\n\n')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
  return text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS)}\n(cut after ${MOST_CHARS} characters)`;
}

function partText(part: unknown): string {
  if (typeof part === 'string') return part;
  if (!isObject(part) || typeof part.value !== 'string') return '';
  return typeof part.language === 'string' ? `\`\`\`${part.language}\n${part.value}\n\`\`\`` : part.value;
}
