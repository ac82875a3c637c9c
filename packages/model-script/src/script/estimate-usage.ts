import type { Block, Message, ModelRequest, Usage } from '@loadout/core';

const CHARS_PER_TOKEN = 4;

/** Figures that nobody counted. */
export interface EstimatedUsage extends Usage {
  readonly estimated: true;
}

/** Estimates the usage of a turn: four characters per token. Each message is measured once. */
export function estimateUsage(request: ModelRequest, answer: readonly Block[]): EstimatedUsage {
  const messages = request.messages.reduce((sum, message) => sum + charsOf(message), 0);
  return {
    input_tokens: tokens(charsOf(request.system) + charsOf(request.tools) + messages),
    output_tokens: tokens(JSON.stringify(answer).length),
    estimated: true,
  };
}

const tokens = (chars: number) => Math.ceil(chars / CHARS_PER_TOKEN);
const measured = new WeakMap<object, number>();

function charsOf(part: Message | readonly unknown[]): number {
  const known = measured.get(part);
  if (known !== undefined) return known;
  const chars = JSON.stringify(part).length;
  measured.set(part, chars);
  return chars;
}
