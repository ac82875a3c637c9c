import { type PartDecision, partText } from './decide-parts.js';
import { visibleText } from './visible-text.js';

export interface QuestionParts {
  readonly tool: string;
  readonly input: unknown;
  readonly reason: string;
  readonly parts: readonly PartDecision[];
}

/** Stands before every line that is not ours, so that none of them can be taken for one of ours. */
const MARGIN = '  │ ';
const MOST_PARTS = 20;

/**
 * The text of the question whether a call may run. What the model wrote stands behind a margin, as visible text; what needs
 * a person's yes is named part by part.
 */
export function questionText({ tool, input, reason, parts }: QuestionParts): string {
  const lines = [`${flat(tool)} wants to run:`];
  const notes = new Set<string>();
  for (const [name, value] of fieldsOf(input)) {
    const shown = visibleText(typeof value === 'string' ? value : (JSON.stringify(value, undefined, 1) ?? 'undefined'));
    if (name !== undefined) lines.push(`  ${flat(name)}:`);
    lines.push(...shown.lines.map((line) => MARGIN + line));
    for (const note of shown.notes) notes.add(note);
  }
  for (const note of notes) lines.push(`  Careful: ${note}.`);
  const open = parts.filter((part) => part.behavior !== 'allow');
  if (open.length > 0 && parts.length > 1) {
    lines.push('Parts that need your yes:');
    lines.push(...open.slice(0, MOST_PARTS).map((one) => MARGIN + flat(partText(one.part))));
    if (open.length > MOST_PARTS) lines.push(`  and ${open.length - MOST_PARTS} more`);
  }
  return [...lines, `Why it asks: ${flat(reason)}`].join('\n');
}

/** The one text of a simple call stands alone; a description by the model comes last, since it proves nothing. */
function fieldsOf(input: unknown): readonly (readonly [string | undefined, unknown])[] {
  if (typeof input !== 'object' || input === null) return [[undefined, input]];
  const entries = Object.entries(input).filter(([name]) => name !== 'description');
  const [only] = entries;
  const described = 'description' in input ? [['description (by the model)', input.description] as const] : [];
  return [...(entries.length === 1 && only !== undefined ? [[undefined, only[1]] as const] : entries), ...described];
}

/** On one line, with what is left out said. */
function flat(text: string): string {
  const line = visibleText(text).lines.join('⏎');
  return line.length <= 1_000 ? line : `${line.slice(0, 500)} [${line.length - 1_000} characters not shown] ${line.slice(-500)}`;
}
