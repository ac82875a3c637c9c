import { errors } from '../errors.js';

/** Throws for half a surrogate pair: it is not a character, and every encoding would replace it. */
export function assertWellFormed(parameter: string, text: string): void {
  const place = text.search(/\p{Surrogate}/u);
  if (place !== -1) throw errors.FILE_TEXT_INVALID({ parameter, place, unit: text.charCodeAt(place).toString(16) });
}
