import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ModelEvent, ModelProvider } from '@loadout/core';
import { type Normalisation, normaliseAnswer, normaliseRequest } from './normalise.js';
import { digestOf, type TapedTurn, tapedRequest, toLine } from './tape.js';

export interface CassetteOptions {
  readonly normalise?: readonly Normalisation[] | undefined;
}

/**
 * A provider that answers as the given one does and writes each turn that ends into a cassette, one line a turn. The file
 * is begun anew with the first. Retries and limits are not recorded, nor are headers: a cassette holds no key.
 */
export function recordCassette(
  provider: ModelProvider,
  to: string | (CassetteOptions & { readonly file: string }),
): ModelProvider {
  const { file, normalise = [] } = typeof to === 'string' ? { file: to } : to;
  const turns: TapedTurn[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  const write = (request: TapedTurn['request'], events: readonly ModelEvent[]) => {
    const turn = { turn: turns.length + 1, digest: digestOf(request), request, events };
    const line = toLine(turn, turns);
    turns.push(turn);
    writing = writing.then(() => (turn.turn === 1 ? begin(file, line) : appendFile(file, line)));
    return writing;
  };
  return {
    name: provider.name,
    missing: () => provider.missing?.(),
    async *stream(request, options) {
      const events: ModelEvent[] = [];
      for await (const event of provider.stream(request, options)) {
        if (event.type !== 'retry' && event.type !== 'rate_limits') events.push(event);
        // On the tape before the consumer sees the end, which may be the end of the process.
        if (event.type === 'end')
          await write(normaliseRequest(tapedRequest(request), normalise), normaliseAnswer(events, normalise));
        yield event;
      }
    },
  };
}

async function begin(file: string, line: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, line);
}
