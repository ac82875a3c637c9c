import { isDeepStrictEqual } from 'node:util';
import { type Normalisation, normaliseRequest } from './normalise.js';
import { digestOf, type TapedRequest, type TapedTurn } from './tape.js';

/** A recorded turn with the key by which a request finds it. */
export interface KeyedTurn extends TapedTurn {
  readonly key: string;
  /** The request as it is compared. */
  readonly compared: TapedRequest;
}

export interface KeyOptions {
  readonly normalise: readonly Normalisation[];
  /** If true, requests to another model are the same request. */
  readonly anyModel: boolean;
}

/** Returns a request as it is compared: the rules apply to requests that are asked and to those that were recorded. */
export const comparedRequest = (request: TapedRequest, { normalise, anyModel }: KeyOptions): TapedRequest => {
  const normal = normaliseRequest(request, normalise);
  return anyModel ? { ...normal, model: '' } : normal;
};

/**
 * Returns the turn with its key. The key is made now and not when the turn was recorded, so that a rule that is declared later
 * applies to recordings that exist.
 */
export function keyedTurn(turn: TapedTurn, options: KeyOptions): KeyedTurn {
  const compared = comparedRequest(turn.request, options);
  return { ...turn, compared, key: digestOf(compared) };
}

/** Returns the recorded turn that has most in common with a request: the conversation first, then the prompt and the tools. */
export function nearestTurn(turns: readonly KeyedTurn[], asked: TapedRequest): KeyedTurn | undefined {
  const scored = turns.map((turn) => ({ turn, score: likeness(turn.compared, asked) }));
  return scored.reduce<(typeof scored)[number] | undefined>(
    (best, one) => (best === undefined || one.score > best.score ? one : best),
    undefined,
  )?.turn;
}

function likeness(recorded: TapedRequest, asked: TapedRequest): number {
  const differs = asked.messages.findIndex((message, at) => !isDeepStrictEqual(message, recorded.messages[at]));
  const same = differs === -1 ? asked.messages.length : differs;
  const length = Math.abs(asked.messages.length - recorded.messages.length);
  return (
    same * 10 - length * 4 + (recorded.system === asked.system ? 3 : 0) + (isDeepStrictEqual(recorded.tools, asked.tools) ? 2 : 0)
  );
}
