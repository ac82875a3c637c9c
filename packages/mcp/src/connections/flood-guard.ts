import type { Transport } from '@modelcontextprotocol/client';

/** The number of messages that may arrive at once. The rate per second below applies without a time limit. */
const BURST = 5_000;
const A_SECOND = 100;

/**
 * Ends a connection over which a server never stops sending: each message is small and valid, but together they leave no time for
 * other work. Answers to requests do not count.
 */
export function guardFlood(transport: Transport, onFlood: (why: string) => void): void {
  const take = transport.onmessage;
  let room = BURST;
  let at = performance.now();
  const isTooMuch = () => {
    if (room < 0) return true;
    const now = performance.now();
    room = Math.min(BURST, room + ((now - at) / 1_000) * A_SECOND) - 1;
    at = now;
    if (room < 0) onFlood(`it sent more than ${BURST} messages that nobody asked for, one after the other`);
    return room < 0;
  };
  transport.onmessage = (message, extra) => {
    if ('method' in message && isTooMuch()) return;
    take?.(message, extra);
  };
}
