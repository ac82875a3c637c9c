import { readFile } from 'node:fs/promises';
import type { ModelProvider } from '@loadout/core';
import { errors } from '../errors.js';
import { explainMismatch } from './explain-mismatch.js';
import { normaliseRequest, restoreAnswer } from './normalise.js';
import type { CassetteOptions } from './record-cassette.js';
import { digestOf, readTape, type TapedRequest, type TapedTurn, tapedRequest } from './tape.js';

/**
 * Replays a cassette: a request gets the answer of the first unplayed turn that was recorded for the same request, so concurrent
 * agents may ask in any order. If there is none, throws CASSETTE_MISMATCH with the differences from the next turn.
 */
export function cassetteProvider(file: string, { normalise = [] }: CassetteOptions = {}): ModelProvider {
  let loading: Promise<Tape> | undefined;
  return {
    name: 'cassette',
    async *stream(request, { signal }) {
      loading ??= loadTape(file);
      const tape = await loading;
      const turn = await take(tape, normaliseRequest(tapedRequest(request), normalise));
      for (const event of restoreAnswer(turn.events, normalise)) {
        if (signal.aborted) throw errors.SCRIPT_ABORTED(undefined as never, { cause: signal.reason });
        yield event;
      }
    },
  };
}

interface Tape {
  readonly file: string;
  readonly length: number;
  /** Not played yet. */
  readonly left: TapedTurn[];
}

async function loadTape(file: string): Promise<Tape> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw errors.CASSETTE_UNREADABLE({ file, reason: cause.code ?? cause.message }, { cause });
  });
  const left = readTape(text, file);
  return { file, length: left.length, left };
}

async function take({ file, length, left }: Tape, request: TapedRequest): Promise<TapedTurn> {
  const digest = digestOf(request);
  const index = left.findIndex((turn) => turn.digest === digest);
  const [found] = index === -1 ? [] : left.splice(index, 1);
  if (found !== undefined) return found;
  const [next] = left;
  if (next === undefined) throw errors.CASSETTE_ENDED({ file, turns: length });
  throw errors.CASSETTE_MISMATCH({ file, turn: next.turn, ...(await explainMismatch(next.request, request)) });
}
