/**
 * The memory of the last body that was sent to its end. A body is as long as the conversation, and the collector is slow to free
 * memory outside of its heap: with a new buffer for each request, a process of 400 turns had grown by twice its size (W16).
 */
let spare: Buffer | undefined;

const memoryOf = new WeakMap<Uint8Array, Buffer>();
const sent = new WeakSet<object>();

/** Joins the parts into one body, in memory that no request in flight reads. */
export function joinBody(parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  // Room for the turns to come, so that a growing conversation does not need new memory each time.
  const memory = spare !== undefined && spare.length >= length ? spare : Buffer.allocUnsafeSlow(Math.ceil(length * 1.5));
  spare = undefined;
  let end = 0;
  for (const part of parts) end += part.copy(memory, end);
  const body = memory.subarray(0, length);
  memoryOf.set(body, memory);
  return body;
}

/** Notes that the system has taken over all bytes of this body. */
export function noteSent(body: unknown): void {
  if (typeof body === 'object' && body !== null) sent.add(body);
}

/** Offers the memory of a body that nobody sends again. A server may answer early, so a body still in flight keeps its memory. */
export function giveBack(body: Buffer): void {
  if (sent.has(body)) spare = memoryOf.get(body);
}
