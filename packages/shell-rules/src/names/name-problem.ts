export interface NameProblem {
  /** The part of the text with the problem. */
  readonly where: string;
  readonly why: string;
  readonly instead: string;
}

export interface ReadNames {
  readonly problems: readonly NameProblem[];
  /** The names that the text reads. */
  readonly used: ReadonlySet<string>;
}

/** A part of the text for a sentence, on one line. */
export function shownPart(text: string): string {
  const line = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  return /[\n\r]/.test(line) ? JSON.stringify(line) : line;
}
