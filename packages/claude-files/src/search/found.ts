/** A package, a plugin or a server that fits the words. */
export interface Found {
  readonly kind: 'plugin' | 'claude plugin' | 'mcp server';
  readonly name: string;
  readonly version?: string | undefined;
  readonly description?: string | undefined;
  /** The parts that act once they are trusted. Absent if nobody can say before the files are here. */
  readonly acts?: readonly string[] | undefined;
  /** Bytes of its files. */
  readonly size?: number | undefined;
  /** The day of its last release. */
  readonly released?: string | undefined;
  /** The line that adds it. */
  readonly add: string;
}

/** The answer of one source, or the reason why there is none. */
export interface Answer {
  readonly source: string;
  readonly found: readonly Found[];
  readonly problem?: string | undefined;
}

export const MOST_FOUND = 10;

/** Whether all words are in a text. */
export const fits = (words: readonly string[], ...texts: readonly unknown[]): boolean => {
  const text = texts
    .flat()
    .filter((one) => typeof one === 'string')
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word.toLowerCase()));
};

const DAY_LENGTH = 10;

/** The day of a date in JSON. */
export const dayOf = (date: unknown): string | undefined =>
  typeof date === 'string' && /^\d{4}-\d{2}-\d{2}/.test(date) ? date.slice(0, DAY_LENGTH) : undefined;

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Three or four lines about one of them. A text of a stranger stays on its line. */
export function foundText({ kind, name, version, description, acts, size, released, add }: Found): string {
  const facts = [kind, released === undefined ? 'release not known' : `released ${released}`, sizeText(size)].join(', ');
  const acting = acts === undefined ? 'not known until its files are fetched' : acts.length === 0 ? 'nothing' : acts.join('; ');
  const about = description === undefined ? [] : [description.slice(0, 200)];
  const lines = [...about, `acts: ${acting}`, add].map((line) => `  ${line.replace(/\s+/g, ' ')}`);
  return [`${[name, version].filter((one) => one !== undefined).join(' ')} (${facts})`.replace(/\s+/g, ' '), ...lines, ''].join(
    '\n',
  );
}

const sizeText = (size: number | undefined): string => (size === undefined ? 'size not known' : `${Math.ceil(size / 1000)} kB`);
