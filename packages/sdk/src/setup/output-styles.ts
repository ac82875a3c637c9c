import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Options } from '../types/options.js';
import { settingsFile, sourcesOf, textSetting } from './settings-files.js';

/** How an agent answers: a text for the system prompt, built in or a file of `.claude/output-styles` (W15). */
export interface OutputStyle {
  readonly name: string;
  readonly description: string;
  readonly text: string;
  /** Whether the instructions of the preset about work on code stay. */
  readonly keepsInstructions: boolean;
}

export const DEFAULT_STYLE = 'default';

const BUILT_IN: readonly OutputStyle[] = [
  {
    name: 'Proactive',
    description: 'Acts at once and asks only what it must',
    text: 'Act at once on what is asked. Choose sensible defaults instead of asking, and prefer doing to planning. Ask only before what cannot be undone.',
    keepsInstructions: true,
  },
  {
    name: 'Concise',
    description: 'Answers with the result first and little else',
    text: 'Answer tersely. Begin with the result. Leave out preambles, narration and summaries of what is visible anyway.',
    keepsInstructions: true,
  },
  {
    name: 'Explanatory',
    description: 'Explains its choices and the patterns of the code',
    text: 'Explain while you work: why you chose an implementation, which pattern of this code base it follows, and what you decided against. Keep each explanation to two or three sentences.',
    keepsInstructions: true,
  },
  {
    name: 'Learning',
    description: 'Leaves small pieces of code to the person, for practice',
    text: 'Help the person to learn. Where a small piece of code holds an interesting decision, stop, mark the place with TODO(human), say what is wanted, and let the person write it. Do the rest yourself and explain it briefly.',
    keepsInstructions: true,
  },
];

/** The styles of a query: the built-in ones, then those of the user, then those of the project. Later styles replace earlier ones. */
export function outputStyles(options: Options): readonly OutputStyle[] {
  const styles = new Map(BUILT_IN.map((style) => [style.name, style]));
  for (const folder of foldersOf(options)) for (const style of stylesIn(folder)) styles.set(style.name, style);
  return [...styles.values()];
}

/** The name of the style in the settings. */
export const outputStyleName = (options: Options): string => textSetting('outputStyle', options) ?? DEFAULT_STYLE;

const foldersOf = (options: Options): readonly string[] =>
  sourcesOf(options)
    .filter((source) => source !== 'local')
    .map((source) => join(dirname(settingsFile(source, options)), 'output-styles'));

function stylesIn(folder: string): readonly OutputStyle[] {
  try {
    // Reading a pipe in the place of a file would never end.
    const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && entry.name.endsWith('.md'));
    const files = entries.map(({ name }) => name);
    return files.sort().map((file) => styleOf(basename(file, '.md'), readFileSync(join(folder, file), 'utf8')));
  } catch {
    // No folder, or one that cannot be read: its styles are not there, and an unknown style is the default.
    return [];
  }
}

function styleOf(file: string, content: string): OutputStyle {
  const [, head = '', text = content] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(content) ?? [];
  const value = (key: string) =>
    new RegExp(`^${key}:[ \\t]*(.*?)[ \\t]*$`, 'm').exec(head)?.[1]?.replace(/^(['"])(.*)\1$/, '$2') || undefined;
  return {
    name: value('name') ?? file,
    description: value('description') ?? '',
    text: text.trim(),
    keepsInstructions: value('keep-coding-instructions') === 'true',
  };
}
