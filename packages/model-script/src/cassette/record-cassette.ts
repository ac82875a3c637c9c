import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ModelEvent, ModelProvider } from '@loadout/core/model';
import { errors } from '../errors.js';
import { type Normalisation, normaliseAnswer, normaliseRequest } from './normalise.js';
import { digestOf, type TapedTurn, tapedRequest, toLine } from './tape.js';

export interface CassetteOptions {
  readonly normalise?: readonly Normalisation[] | undefined;
}

/** The provider that is recorded. `as`: its name in the configuration. Default: the provider's own name. */
export interface RecordedProvider extends CassetteOptions {
  readonly as?: string | undefined;
  /** Texts that no line may hold. CASSETTE_SECRET is thrown for one that is still there when the turn is written. */
  readonly secrets?: (() => readonly string[]) | undefined;
}

/**
 * A provider that answers as the given one does and writes each turn that ends into a cassette, one line a turn. The file
 * is begun anew with the first. Retries and limits are not recorded, nor are headers: a cassette holds no key.
 */
export function recordCassette(
  provider: ModelProvider,
  to: string | (CassetteOptions & { readonly file: string }),
): ModelProvider {
  const { file, normalise } = typeof to === 'string' ? { file: to } : to;
  return cassetteRecorder(file)(provider, { normalise });
}

/** Returns a function that records several providers on one cassette, such as those of agents of one run. Source: MODEL-06. */
export function cassetteRecorder(file: string): (provider: ModelProvider, of?: RecordedProvider) => ModelProvider {
  const turns: TapedTurn[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  const write = (answered: Omit<TapedTurn, 'turn' | 'digest'>, secrets: readonly string[]) => {
    const { provider, api, ...rest } = answered;
    const turn = { turn: turns.length + 1, provider, api, digest: digestOf(rest.request), ...rest };
    const line = toLine(turn, turns);
    if (holdsSecret(line, secrets)) throw errors.CASSETTE_SECRET({ file, turn: turn.turn });
    turns.push(turn);
    writing = writing.then(() => (turn.turn === 1 ? begin(file, line) : appendFile(file, line)));
    return writing;
  };
  return (provider, { as = provider.name, normalise = [], secrets = () => [] } = {}) => {
    const maker = { provider: as, api: provider.api ?? provider.name };
    return {
      name: provider.name,
      api: provider.api,
      knowsReferences: provider.knowsReferences,
      missing: () => provider.missing?.(),
      secrets: () => provider.secrets?.() ?? [],
      async *stream(request, options) {
        const events: ModelEvent[] = [];
        for await (const event of provider.stream(request, options)) {
          if (event.type !== 'retry' && event.type !== 'rate_limits') events.push(event);
          // On the tape before the consumer sees the end, which may be the end of the process.
          if (event.type === 'end') {
            const taped = normaliseRequest(tapedRequest(request), normalise);
            await write({ ...maker, request: taped, events: normaliseAnswer(events, normalise) }, secrets());
          }
          yield event;
        }
      },
    };
  };
}

/** Whether a text holds a secret as it is, or in a form that programs write: JSON, a URL, base64. */
function holdsSecret(text: string, secrets: readonly string[]): boolean {
  const forms = secrets
    .filter((secret) => secret.length >= 8)
    .flatMap((secret) => [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -1),
    ]);
  return forms.some((form) => text.includes(form));
}

async function begin(file: string, line: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, line);
}
