import type { UserQuestion } from '@loadout/core';

type Choice =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'declined' }
  /** A number that matches no choice, or several numbers for a single choice. */
  | { readonly kind: 'unclear'; readonly problem: string };

/** Reads a typed line: numbers are choices, an empty line declines, any other text is a free answer. */
export function readChoice(line: string, { options, multiSelect }: Pick<UserQuestion, 'options' | 'multiSelect'>): Choice {
  const text = line.trim();
  if (text === '') return { kind: 'declined' };
  if (options.length === 0 || !/^\d+(?:[\s,]+\d+)*$/.test(text)) return { kind: 'answer', text };
  const numbers = [...new Set(text.split(/[\s,]+/).map(Number))];
  const labels = numbers.flatMap((number) => options[number - 1]?.label ?? []);
  if (labels.length < numbers.length) return { kind: 'unclear', problem: `The choices are 1 to ${options.length}.` };
  if (labels.length > 1 && !multiSelect) return { kind: 'unclear', problem: 'Choose one.' };
  return { kind: 'answer', text: labels.join(', ') };
}
