import type { ModelProvider, ModelRequest } from '@loadout/core/model';
import { errors } from './errors.js';
import { checkScript } from './script/check-script.js';
import { readConversation } from './script/conversation.js';
import { playTurn } from './script/play-turn.js';
import { type Script, type ScriptTurn, turnAt } from './script/turn.js';

export interface ScriptedModel extends ModelProvider {
  /** How many answers no request has asked for yet. A test that ends with some left has not played its script. */
  remaining(): Promise<number>;
  /** How many answers the script has. */
  length(): Promise<number>;
  /** All requests so far. */
  readonly requests: readonly ModelRequest[];
}

/** Creates a model that answers from a script, for tests. Errors in the script are thrown at the first request. */
export function scriptedModel(turns: readonly ScriptTurn[] | Script | Promise<Script>): ScriptedModel {
  const script = 'then' in turns || 'turns' in turns ? Promise.resolve(turns) : checkScript(turns, UNPLACED);
  script.catch(() => {}); // A failure is thrown where the script is awaited.
  const requests: ModelRequest[] = [];
  let asked = 0;
  return {
    name: 'script',
    requests,
    length: async () => (await script).length,
    remaining: async () => Math.max(0, (await script).length - asked),
    async *stream(request, { signal }) {
      requests.push(request);
      const known = await script;
      asked = Math.max(asked, request.messages.filter((message) => message.role === 'assistant').length + 1);
      yield* playScript(known, { request, signal });
    },
  };
}

const UNPLACED = { name: 'script', place: () => undefined };

/**
 * Plays the next turn. The conversation alone decides which turn is next, so no state is kept between calls and a resumed session
 * continues.
 */
export async function* playScript(script: Script, { request, signal }: { request: ModelRequest; signal: AbortSignal }) {
  const conversation = readConversation(request, script);
  const turn = turnAt(script, conversation.answers);
  if (turn === undefined)
    throw errors.SCRIPT_ENDED({ script: script.name, turns: script.length, call: conversation.answers + 1 });
  yield* playTurn(turn, { request, conversation, signal });
}
