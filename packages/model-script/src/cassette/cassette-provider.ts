import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ModelProvider } from '@loadout/core';
import { errors } from '../errors.js';
import { explainMismatch } from './explain-mismatch.js';
import { normaliseRequest, restoreAnswer } from './normalise.js';
import type { CassetteOptions } from './record-cassette.js';
import { digestOf, readTape, type TapedMaker, type TapedRequest, type TapedTurn, tapedRequest } from './tape.js';

export interface ReplayOptions extends CassetteOptions {
  /** The provider and API that are to answer. If the cassette names others, CASSETTE_MISMATCH is thrown. Source: MODEL-06. */
  readonly expected?: TapedMaker | undefined;
}

/**
 * Replays a cassette: a request gets the answer of the first unplayed turn that was recorded for the same request, so concurrent
 * agents may ask in any order. If there is none, throws CASSETTE_MISMATCH with the differences from the next turn.
 */
export function cassetteProvider(file: string, { normalise = [], expected = {} }: ReplayOptions = {}): ModelProvider {
  let loading: Promise<Tape> | undefined;
  let api: string | undefined;
  return {
    name: 'cassette',
    // The blocks are those of the recorded API, so they go back as they did then.
    get api() {
      api ??= recordedApi(file) ?? 'cassette';
      return api;
    },
    async *stream(request, { signal }) {
      loading ??= loadTape(file);
      const tape = await loading;
      const turn = await take(tape, normaliseRequest(tapedRequest(request), normalise), expected);
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

async function take({ file, length, left }: Tape, request: TapedRequest, expected: TapedMaker): Promise<TapedTurn> {
  const digest = digestOf(request);
  const index = left.findIndex((turn) => turn.digest === digest);
  const [found] = index === -1 ? [] : left.splice(index, 1);
  if (found !== undefined) {
    checkMaker(found, { file, expected });
    return found;
  }
  const [next] = left;
  if (next === undefined) throw errors.CASSETTE_ENDED({ file, turns: length });
  throw errors.CASSETTE_MISMATCH({ file, turn: next.turn, ...(await explainMismatch(next.request, request)) });
}

/** Throws CASSETTE_MISMATCH if the provider that is expected to answer is not the recorded one. */
function checkMaker(recorded: TapedTurn, { file, expected }: { readonly file: string; readonly expected: TapedMaker }): void {
  for (const field of ['provider', 'api'] as const) {
    const [before, now] = [recorded[field], expected[field]];
    if (before === undefined || now === undefined || before === now) continue;
    const what = field === 'api' ? 'the API' : 'the provider';
    throw errors.CASSETTE_MISMATCH({ file, turn: recorded.turn, what, diff: `-${before}\n+${now}` });
  }
}

/** Returns the API of the first turn. A cassette that cannot be read says so at the first request. */
function recordedApi(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    const { api } = JSON.parse(text.slice(0, text.indexOf('\n'))) as TapedMaker;
    return typeof api === 'string' ? api : undefined;
  } catch {
    return undefined;
  }
}
