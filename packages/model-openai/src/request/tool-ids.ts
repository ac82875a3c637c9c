import { createHash } from 'node:crypto';
import type { Compat } from '../connection/compat.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The id of a call in the form that the server takes. The same id always becomes the same, so nothing has to be remembered. */
export function outwardId(id: string, form: Compat['toolIds']): string {
  if (form === 'mistral') return /^[a-zA-Z0-9]{9}$/.test(id) ? id : lettersOf(id, 9);
  return id.length <= form && /^[\w-]+$/.test(id) ? id : lettersOf(id, Math.min(form, 32));
}

const lettersOf = (id: string, count: number): string =>
  [...createHash('sha256').update(id).digest().subarray(0, count)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
