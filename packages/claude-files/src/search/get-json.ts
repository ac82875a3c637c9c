import { messageOf } from '@loadout/core';

const PATIENCE_MS = 15_000;
const MOST_BYTES = 4 * 1024 * 1024;

/** Reads JSON from an address that the person or npm names. Throws with a reason. */
export async function getJson(address: string): Promise<unknown> {
  const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error: unknown) => {
    throw new Error(`${address} does not answer: ${messageOf((error as Error).cause ?? error)}`);
  });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error(`${address} answered with more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Error(`${address} did not answer with JSON`);
  }
}
