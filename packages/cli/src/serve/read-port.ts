import { errors } from '../errors.js';

/** Reads a port number. Throws SERVE_PORT. */
export function readPort(value: string): number {
  if (!(/^\d{1,5}$/.test(value) && Number(value) > 0 && Number(value) < 65_536)) throw errors.SERVE_PORT({ value });
  return Number(value);
}
