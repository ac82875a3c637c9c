import { errors } from '../errors.js';
import { shownPath } from './check-script.js';
import type { Conversation } from './conversation.js';
import { type Placeholder, parsePlaceholders, type Read, readResult } from './placeholders.js';
import type { CheckedTurn } from './turn.js';

interface Filling {
  readonly turn: CheckedTurn;
  readonly conversation: Conversation;
  readonly path: string;
}

/** A copy of the value with all placeholders in its strings replaced. Throws SCRIPT_PLACEHOLDER with the place of one without value. */
export function fill(value: unknown, filling: Filling): unknown {
  if (typeof value === 'string') return fillText(value, filling);
  if (typeof value !== 'object' || value === null) return value;
  const { path } = filling;
  if (Array.isArray(value)) return value.map((item, index) => fill(item, { ...filling, path: `${path}/${index}` }));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fill(item, { ...filling, path: `${path}/${key}` })]),
  );
}

export function fillText(text: string, filling: Filling): string {
  if (!text.includes('{{')) return text;
  return parsePlaceholders(text)
    .parts.map((part) => (typeof part === 'string' ? part : placeholderValue(part, filling)))
    .join('');
}

function placeholderValue(placeholder: Placeholder, { turn, conversation, path }: Filling): string {
  const found = lookUp(placeholder, conversation);
  if ('value' in found) return found.value;
  const position = turn.place(path, placeholder.raw);
  const at = position === undefined ? shownPath(path) : `${position.file}:${position.line}:${position.column}`;
  throw errors.SCRIPT_PLACEHOLDER({ placeholder: placeholder.raw, at, ...found }, { position });
}

function lookUp(placeholder: Placeholder, conversation: Conversation): Read {
  if (placeholder.what === 'turn') return { value: String(conversation.answers + 1) };
  if (placeholder.what === 'prompt') {
    const value = conversation.prompt();
    return value === undefined ? { problem: 'the conversation has no prompt' } : { value };
  }
  const result = conversation.result(placeholder.name ?? '');
  return result === undefined ? { problem: 'there is no such tool result yet' } : readResult(placeholder, result);
}
