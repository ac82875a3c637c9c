import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { trustedBefore } from '../trust/trust-record.js';
import type { TrustOptions, TrustVerdict } from '../trust/verdict.js';
import { isTracked } from './git-ignore.js';

interface Place {
  readonly trust: TrustOptions;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Takes trust from a personal file into which rules were kept, and which git tracks now: what others can change waits for a review. git is
 * asked at each start, since its index has several formats.
 */
export async function unlessTracked(verdict: TrustVerdict, { trust, env }: Place): Promise<TrustVerdict> {
  const { root, config, hash, trusted } = verdict;
  const isReviewed = !trusted || trust.hashes?.includes(hash) || trustedBefore(trust.file, verdict)?.unlessTracked !== true;
  if (isReviewed || lstatSync(join(root, '.git'), { throwIfNoEntry: false }) === undefined) return verdict;
  return (await isTracked(join(root, config), { env })) ? { ...verdict, trusted: false, isTracked: true } : verdict;
}
