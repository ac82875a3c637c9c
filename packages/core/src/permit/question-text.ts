import { visibleText } from './visible-text.js';

export interface QuestionParts {
  readonly tool: string;
  readonly input: unknown;
  readonly reason: string;
  /** The fields that are left out. */
  readonly off?: readonly string[] | undefined;
  /** The lines of the command that the configuration declares. They are shown in place of the input that they are made of. */
  readonly runs?: readonly string[] | undefined;
}

/** The margin in front of every foreign line, so that no such line looks like a line of ours. */
const MARGIN = '  │ ';

/** Builds the question whether a call may run. The model's text is behind a margin, with every character visible. */
export function questionText({ tool, input, reason, off = [], runs }: QuestionParts): string {
  const lines = [`${flat(tool)} wants to run:`];
  const notes = new Set<string>();
  for (const [name, value] of runs?.map((line) => [undefined, line] as const) ?? fieldsOf(input, off)) {
    const shown = visibleText(typeof value === 'string' ? value : (JSON.stringify(value, undefined, 1) ?? 'undefined'));
    if (name !== undefined) lines.push(`  ${flat(name)}:`);
    lines.push(...shown.lines.map((line) => MARGIN + line));
    for (const note of shown.notes) notes.add(note);
  }
  for (const note of notes) lines.push(`  Careful: ${note}.`);
  return [...lines, `Why it asks: ${flat(reason)}`].join('\n');
}

/**
 * Returns the lines of an input. The only text of a simple call has no label. A description by the model comes last, since it
 * proves nothing.
 */
function fieldsOf(input: unknown, off: readonly string[]): readonly (readonly [string | undefined, unknown])[] {
  if (typeof input !== 'object' || input === null) return [[undefined, input]];
  const entries = Object.entries(input).filter(([name]) => name !== 'description' && !off.includes(name));
  const [only] = entries;
  const described = 'description' in input ? [['description (by the model)', input.description] as const] : [];
  return [...(entries.length === 1 && only !== undefined ? [[undefined, only[1]] as const] : entries), ...described];
}

/** Returns the text on one line, and states what is left out. */
function flat(text: string): string {
  const line = visibleText(text).lines.join('⏎');
  return line.length <= 1_000 ? line : `${line.slice(0, 500)} [${line.length - 1_000} characters not shown] ${line.slice(-500)}`;
}
