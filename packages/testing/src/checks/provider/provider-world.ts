import { isLoadoutError } from '@loadout/core';
import type { ModelProvider } from '@loadout/core/model';
import { type MockApi, startMockApi } from '../../mock-api/start-mock-api.js';
import { settledIn } from '../../mount/call-limit.js';
import type { Reply } from '../../wires/reply.js';
import type { Problem } from '../check.js';
import type { ProviderCases } from './provider-cases.js';

/** The credential of every check. No event and no error may contain it. */
export const SECRET_KEY = 'sk-secret-7b1f0c55e2';

export interface World {
  readonly provider: ModelProvider;
  readonly api: MockApi;
}

export interface WorldOptions {
  readonly replies: readonly Reply[] | ((index: number) => Reply);
  readonly maxRetries?: number | undefined;
  readonly timeoutSeconds?: number | undefined;
}

/** Runs a check against a mock server and a provider of its own. */
export async function inWorld(
  { wire, create }: ProviderCases,
  { replies, maxRetries = 0, timeoutSeconds = 300 }: WorldOptions,
  look: (world: World) => Promise<Problem>,
): Promise<Problem> {
  const api = await startMockApi({
    wire,
    validate: false,
    replies: typeof replies === 'function' ? (_, index) => replies(index) : replies,
  });
  try {
    return await look({ provider: await create({ url: api.url, apiKey: SECRET_KEY, maxRetries, timeoutSeconds }), api });
  } finally {
    await api.close();
  }
}

/** A value in a sentence. */
export const show = (value: unknown): string => (value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value)));

/** An error in a sentence. */
export const showError = (error: unknown): string => (isLoadoutError(error) ? `${error.code}: ${error.message}` : String(error));

/** How long a check waits for what must come soon. A slow machine needs a part of it. */
const PATIENCE_MS = 10_000;

/** The result of a check, or the problem if it does not come in time. */
export const soon = (check: Promise<Problem>, problem: string): Promise<Problem> =>
  settledIn(PATIENCE_MS, check, () => `${problem} within ${PATIENCE_MS / 1000} s`);
