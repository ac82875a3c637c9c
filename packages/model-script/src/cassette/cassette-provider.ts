import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ModelProvider } from '@loadout/core/model';
import { errors } from '../errors.js';
import { explainMismatch } from './explain-mismatch.js';
import { restoreAnswer } from './normalise.js';
import type { CassetteOptions } from './record-cassette.js';
import { comparedRequest, type KeyedTurn, type KeyOptions, keyedTurn, nearestTurn } from './segments.js';
import { digestOf, readTape, type TapedMaker, type TapedRequest, type TapedTurn, tapedRequest } from './tape.js';

export interface ReplayOptions extends CassetteOptions {
  /** The provider and API that are to answer. If the cassette names others, CASSETTE_MISMATCH is thrown. Source: MODEL-06. */
  readonly expected?: TapedMaker | undefined;
  /** If true, the recorded answers count for any model. */
  readonly anyModel?: boolean | undefined;
  /** The command that records the cassette again, for messages. */
  readonly again?: string | undefined;
}

export interface CassetteModel extends ModelProvider {
  /** Returns how many turns there are and how many no request has asked for. */
  remaining(): Promise<{ readonly left: number; readonly turns: number }>;
}

/**
 * Replays a cassette: a request gets the answer of the first unplayed turn that was recorded for the same request, so concurrent
 * agents may ask in any order. If there is none, throws CASSETTE_MISMATCH with the differences from the nearest turn. No request
 * ever leaves this process.
 */
export function cassetteProvider(
  file: string,
  { normalise = [], expected = {}, anyModel = false, again }: ReplayOptions = {},
): CassetteModel {
  const keys = { normalise, anyModel };
  let loading: Promise<Tape> | undefined;
  let api: string | undefined;
  const load = () => {
    loading ??= loadTape(file, keys);
    return loading;
  };
  return {
    name: 'cassette',
    // The blocks are those of the recorded API, so they go back as they did then.
    get api() {
      api ??= recordedApi(file) ?? 'cassette';
      return api;
    },
    async remaining() {
      const { left, turns } = await load();
      return { left: left.length, turns: turns.length };
    },
    async *stream(request, { signal }) {
      const tape = await load();
      const turn = await take(tape, comparedRequest(tapedRequest(request), keys), { expected, again });
      for (const event of restoreAnswer(turn.events, normalise)) {
        if (signal.aborted) throw errors.SCRIPT_ABORTED(undefined as never, { cause: signal.reason });
        yield event;
      }
    },
  };
}

interface Tape {
  readonly file: string;
  readonly turns: readonly KeyedTurn[];
  /** Not played yet. */
  readonly left: KeyedTurn[];
}

/** Reads a cassette. Throws CASSETTE_UNREADABLE. */
export async function readCassette(file: string): Promise<readonly TapedTurn[]> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw errors.CASSETTE_UNREADABLE({ file, reason: cause.code ?? cause.message }, { cause });
  });
  return readTape(text, file);
}

async function loadTape(file: string, keys: KeyOptions): Promise<Tape> {
  const turns = (await readCassette(file)).map((turn) => keyedTurn(turn, keys));
  return { file, turns, left: [...turns] };
}

interface Taking {
  readonly expected: TapedMaker;
  readonly again: string | undefined;
}

async function take({ file, turns, left }: Tape, request: TapedRequest, { expected, again }: Taking): Promise<TapedTurn> {
  const key = digestOf(request);
  const index = left.findIndex((turn) => turn.key === key);
  const [found] = index === -1 ? [] : left.splice(index, 1);
  if (found !== undefined) {
    checkMaker(found, { file, expected });
    return found;
  }
  const nearest = nearestTurn(left, request);
  if (nearest === undefined) throw errors.CASSETTE_ENDED({ file, turns: turns.length, again });
  throw errors.CASSETTE_MISMATCH({ file, turn: nearest.turn, again, ...(await explainMismatch(nearest.compared, request)) });
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
