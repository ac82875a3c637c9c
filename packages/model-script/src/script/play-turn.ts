import { setTimeout as sleep } from 'node:timers/promises';
import { type Block, type Message, type ModelEvent, type ModelRequest, tokensOfChars, type Usage } from '@loadout/core/model';
import { errors } from '../errors.js';
import type { Conversation } from './conversation.js';
import { fill, fillText } from './fill.js';
import type { CheckedTurn } from './turn.js';

/** A timer cannot be longer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Figures that nobody counted. */
interface EstimatedUsage extends Usage {
  readonly estimated: true;
}

/** Estimates the usage of a turn. Each message is measured once. */
function estimateUsage(request: ModelRequest, answer: readonly Block[]): EstimatedUsage {
  const messages = request.messages.reduce((sum, message) => sum + charsOf(message), 0);
  return {
    input_tokens: Math.ceil(tokensOfChars(charsOf(request.system) + charsOf(request.tools) + messages)),
    output_tokens: Math.ceil(tokensOfChars(JSON.stringify(answer).length)),
    estimated: true,
  };
}

const measured = new WeakMap<object, number>();

function charsOf(part: Message | readonly unknown[]): number {
  const known = measured.get(part);
  if (known !== undefined) return known;
  const chars = JSON.stringify(part).length;
  measured.set(part, chars);
  return chars;
}

export interface Playing {
  readonly request: ModelRequest;
  readonly conversation: Conversation;
  readonly signal: AbortSignal;
}

/** Streams one turn as a model would: text in a few pieces, then each block when it is complete. */
export async function* playTurn(turn: CheckedTurn, { request, conversation, signal }: Playing): AsyncGenerator<ModelEvent> {
  const blocks = blocksOf(turn, conversation);
  const number = conversation.answers + 1;
  await pause(turn.delay, signal);
  yield { type: 'start', id: `msg_script_${number}`, model: request.model };
  for (const [index, block] of blocks.entries()) {
    if (index > 0) await pause(turn.between, signal);
    for (const text of piecesOf(block)) yield { type: block.type === 'thinking' ? 'thinking' : 'text', text };
    yield { type: 'block', block };
  }
  const usage: Usage = turn.usage ?? estimateUsage(request, blocks);
  yield { type: 'end', stopReason: turn.stop ?? (turn.tools.length > 0 ? 'tool_use' : 'end_turn'), usage };
}

function blocksOf(turn: CheckedTurn, conversation: Conversation): Block[] {
  const filling = { turn, conversation };
  const number = conversation.answers + 1;
  const text = turn.text === undefined ? '' : fillText(turn.text, { ...filling, path: `${turn.path}/text` });
  return [
    ...(turn.thinking ? [{ type: 'thinking', thinking: turn.thinking, signature: 'scripted' }] : []),
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...turn.tools.map((tool, index) => ({
      type: 'tool_use',
      id: `toolu_script_${number}_${index + 1}`,
      name: tool.name,
      input: fill(tool.input, { ...filling, path: tool.path }),
    })),
  ];
}

/** At most four pieces, cut after a space where there is one. */
function piecesOf(block: Block): string[] {
  const text = String('text' in block ? block.text : 'thinking' in block ? block.thinking : '');
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const near = from + Math.ceil(text.length / 4);
    const space = text.indexOf(' ', near - 1);
    const end = space === -1 || pieces.length === 3 ? text.length : space + 1;
    pieces.push(text.slice(from, end));
    from = end;
  }
  return pieces;
}

async function pause(seconds: number | undefined, signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw errors.SCRIPT_ABORTED(undefined as never, { cause: signal.reason });
  if (seconds === undefined || seconds === 0) return;
  await sleep(Math.min(seconds * 1000, LONGEST_MS), undefined, { signal }).catch(() => {
    throw errors.SCRIPT_ABORTED(undefined as never, { cause: signal.reason });
  });
}
