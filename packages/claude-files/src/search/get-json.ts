import { messageOf } from '@loadout/core';
import { firstBytes, jsonIn } from '@loadout/node';

const PATIENCE_MS = 15_000;
const MOST_BYTES = 4 * 1024 * 1024;

/** Reads JSON from an address that the person or npm names. Throws with a reason. */
export async function getJson(address: string): Promise<unknown> {
  const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error: unknown) => {
    throw new Error(`${address} does not answer: ${messageOf((error as Error).cause ?? error)}`);
  });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const { bytes, isWhole } = await firstBytes(response, MOST_BYTES);
  if (!isWhole) throw new Error(`${address} answered with more than ${MOST_BYTES} bytes`);
  const value = jsonIn(bytes.toString('utf8'));
  if (value === undefined) throw new Error(`${address} did not answer with JSON`);
  return value;
}
