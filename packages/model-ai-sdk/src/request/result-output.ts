import type { ToolResultBlock } from '@loadout/core/model';
import type { PromptPart } from '../model/language-model.js';
import { type Dialect, filePart, isPicture, resultFile } from './file-part.js';

export interface ResultOutput {
  readonly type: string;
  readonly value: unknown;
}

/**
 * The output of a tool for the model, and the files that its provider does not take inside a result: these follow in a message of
 * the user. A denial is the text that we give for it, so that each model reads the same.
 */
export function resultOutput(
  { content, is_error: isError }: ToolResultBlock,
  dialect: Dialect,
): { readonly output: ResultOutput; readonly behind: readonly PromptPart[] } {
  const kind = isError === true ? 'error-text' : 'text';
  if (typeof content === 'string') return { output: { type: kind, value: shown(content) }, behind: [] };
  const parts = content as readonly PromptPart[];
  const files = parts.filter(isPicture);
  const texts = parts.filter((part) => !isPicture(part)).map(textOf);
  if (files.length === 0) return { output: { type: kind, value: shown(texts.join('\n')) }, behind: [] };
  if (dialect.resultImages && isError !== true) {
    const value = parts.map((part) => (isPicture(part) ? resultFile(part, dialect) : { type: 'text', text: textOf(part) }));
    return { output: { type: 'content', value }, behind: [] };
  }
  const told = files.length === 1 ? '[The file is in the next message.]' : `[The ${files.length} files are in the next message.]`;
  return {
    output: { type: kind, value: [...texts, told].join('\n') },
    behind: files.map((file) => filePart(file, dialect)),
  };
}

const textOf = (part: PromptPart): string => (part.type === 'text' ? String(part.text) : JSON.stringify(part));

/** Bedrock refuses a blank text, for as long as the conversation lasts. */
const shown = (text: string): string => (text.trim() === '' ? '(no output)' : text);
