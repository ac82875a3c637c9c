import type { ToolResultBlock } from '@loadout/core/model';
import { isSpilled } from '@loadout/core/run';
import type { CallNode } from '../model/trajectory.js';

/** The text of a call's result. */
export const textOfBlock = ({ content }: Pick<ToolResultBlock, 'content'>): string =>
  typeof content === 'string' ? content : content.flatMap((part) => textOfPart(part) ?? []).join('\n');

function textOfPart(part: unknown): string | undefined {
  const { type, text } = (part ?? {}) as { readonly type?: unknown; readonly text?: unknown };
  return type === 'text' && typeof text === 'string' ? text : undefined;
}

const SAVED = /Original size: (\d+) characters[^\n]*?: (\/[^\n]+|[A-Za-z]:\\[^\n]+)\n/;

/** The file that a long result was written to, from the text that stands for it. */
export function spillOf(text: string): CallNode['spill'] {
  if (!isSpilled(text)) return undefined;
  const [, chars, path] = SAVED.exec(text.slice(0, 4_000)) ?? [];
  return path === undefined ? undefined : { path, chars: Number(chars) };
}
