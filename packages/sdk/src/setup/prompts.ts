import type { Options } from '../types/options.js';
import type { OutputStyle } from './output-styles.js';

const ROLE =
  'You are an agent that works for a person in the folder given below, with tools that read, change and run things there.';

const CARE = `Ask before anything that cannot be undone and was not asked for. A call that was refused was refused for a reason: do not look for a way around it.`;

/** The instructions about work on code. */
const WORK = `Work until what was asked is done, or until it cannot be. Look before you change: read the files and search the code that matter. Do what was asked and no more; follow the conventions of the code around you. When something fails, find out why before you try again. Check your work with the project's own tests or tools where there are any.`;

const ANSWERS =
  'Answer in few words. Say what you did and what you found, with paths and lines where they help, and say what you could not do.';

/** The boundary between the part of a prompt that is equal in all sessions and the rest (LOOP-22). */
export const SYSTEM_PROMPT_DYNAMIC_BOUNDARY = '__SYSTEM_PROMPT_DYNAMIC_BOUNDARY__';

/** The parts of the instructions that come from the settings. */
export interface Told {
  readonly style?: OutputStyle | undefined;
  readonly language?: string | undefined;
}

/**
 * The instructions from the system prompt. Without a system prompt, there are none but those of the settings: an output style and
 * a language. The settings add nothing to a prompt of the program's own (W15, GAP-C5).
 */
export function instructionsOf({ systemPrompt }: Pick<Options, 'systemPrompt'>, { style, language }: Told = {}): string {
  const added = [styled(style), spoken(language)];
  if (systemPrompt === undefined) return joined(added);
  if (typeof systemPrompt === 'string') return systemPrompt;
  if (isList(systemPrompt)) return joined(systemPrompt);
  if (systemPrompt.type === 'preset') return joined([...presetWith(style), ...added, systemPrompt.append ?? '']);
  return typeof systemPrompt.prompt === 'string' ? systemPrompt.prompt : joined(systemPrompt.prompt);
}

const spoken = (language: string | undefined): string =>
  language === undefined
    ? ''
    : `# Language\n\nAnswer the person in this language: ${language.trim()}. Names in code and technical terms stay as they are.`;

/** The preset. A style that says itself how to work replaces its paragraphs about code and answers. */
const presetWith = (style: OutputStyle | undefined): readonly string[] =>
  style === undefined || style.keepsInstructions ? [ROLE, WORK, CARE, ANSWERS] : [ROLE, CARE];

const styled = (style: OutputStyle | undefined): string =>
  style === undefined || style.text === '' ? '' : `# Output style: ${style.name}\n\n${style.text}`;

const joined = (texts: readonly string[]): string =>
  texts.filter((text) => text !== '' && text !== SYSTEM_PROMPT_DYNAMIC_BOUNDARY).join('\n\n');

const isList = (prompt: object): prompt is readonly string[] => Array.isArray(prompt);
