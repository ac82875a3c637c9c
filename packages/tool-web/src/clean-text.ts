/**
 * Characters that a person does not see but a model reads: control characters except tab and newline, zero-width, bidirectional
 * and tag characters, variation selectors, annotation marks, halves of surrogate pairs.
 */
const UNSEEN = /[^\P{Cc}\t\n]|[\p{Default_Ignorable_Code_Point}\p{Cs}\uFFF9-\uFFFB]/gu;

export const cleanText = (text: string) => text.replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n').replace(UNSEEN, '');

/** Cleans text and returns it as one line of at most `most` characters. */
export function cleanLine(text: string, most: number): string {
  const line = cleanText(text.slice(0, most * 4))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= most ? line : `${cutText(line, most)}…`;
}

/** The first `most` characters, none of them a half. */
export const cutText = (text: string, most: number) => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
