import type { ModelRequest } from '@loadout/core/model';
import type { Compat } from '../connection/compat.js';

interface Takes {
  readonly api: 'chat' | 'responses';
  readonly compat: Compat;
}

/** The options of a request that its server has no field for. Each is told once in a conversation, and none is lost without a word. */
export class LostOptions {
  readonly #server: Takes;
  readonly #told = new WeakMap<object, Set<string>>();

  constructor(server: Takes) {
    this.#server = server;
  }

  /** Returns a sentence about each option that is newly lost. */
  news(request: ModelRequest): readonly string[] {
    const [first = this] = request.messages;
    const told = this.#told.get(first) ?? new Set<string>();
    this.#told.set(first, told);
    const fresh = lostOptions(request, this.#server).filter((one) => !told.has(one));
    for (const one of fresh) told.add(one);
    return fresh.map((one) => `${request.model} does not get ${one}: its server has no field for it.`);
  }
}

function lostOptions({ effort, thinking, parallelCalls, tools }: ModelRequest, { api, compat }: Takes): readonly string[] {
  const isChat = api === 'chat';
  return [
    ...(isChat && effort !== undefined && compat.effort === 'none' ? [`effort: ${effort}`] : []),
    ...(isChat && parallelCalls !== undefined && !compat.parallelCalls && tools.length > 0
      ? [`parallelCalls: ${parallelCalls}`]
      : []),
    ...(thinking?.type === 'enabled' ? [`thinking: { budget_tokens: ${thinking.budget_tokens} }`] : []),
    ...(isChat && thinking?.type === 'disabled' ? ['thinking: disabled'] : []),
  ];
}
