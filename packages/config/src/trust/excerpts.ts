/** A file of which only an excerpt acts and is bound. */
export interface Excerpt {
  /** Absolute path. */
  readonly file: string;
  /**
   * The kind of excerpt: the scripts of a package.json, or the commands in the text of a skill, which run when the skill is used.
   */
  readonly what: 'scripts' | 'commands';
}

const COMMAND = /(?<=^|\s)!`([^`\n]+)`/g;

/** Returns the part that acts, as one text. A damaged file counts as a whole. Empty if no part acts. */
export function excerptOf({ what }: Excerpt, content: Buffer): string {
  const text = content.toString('utf8');
  if (what === 'commands') return [...text.matchAll(COMMAND)].map(([, command = '']) => command).join('\n');
  try {
    const { scripts = {} } = JSON.parse(text) as { scripts?: object };
    return JSON.stringify(Object.entries(scripts).sort(([a], [b]) => (a < b ? -1 : 1)));
  } catch {
    return text;
  }
}
