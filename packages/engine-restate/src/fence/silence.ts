import { uptime } from 'node:os';

const MS = 1000;

/** The machine's clock in milliseconds. It counts the time of a suspended machine, is the same for all processes, and is never set. */
export const machineMs = (): number => uptime() * MS;

/** The time between two signs of life. */
export const beatEvery = (mostMs: number): number => Math.max(50, Math.floor(mostMs / 10));
