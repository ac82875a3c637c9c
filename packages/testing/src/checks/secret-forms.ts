import type { Problem } from './check.js';

/** The forms in which a text carries a secret: as it is, and in the usual encodings. */
function secretForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  return [
    ...[secret.toLowerCase(), secret.toUpperCase(), [...secret].join(' ')],
    ...[secret, json, JSON.stringify(json).slice(1, -1), [...secret].reverse().join('')],
    ...[encodeURIComponent(secret), new URLSearchParams({ '': secret }).toString().slice(1)],
    ...[bytes.toString('hex'), bytes.toString('hex').toUpperCase()],
    ...[0, 1, 2].flatMap((offset) => inBase64(bytes, offset)),
  ];
}

/** The characters that a secret always has in base64 behind so many other bytes; those at its ends depend on its neighbours. */
function inBase64(bytes: Buffer, offset: number): readonly string[] {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  const first = Math.ceil((offset * 8) / 6);
  const last = Math.floor((padded.length * 8) / 6);
  return (['base64', 'base64url'] as const).map((encoding) => padded.toString(encoding).slice(first, last));
}

/** The first place that repeats a secret, in any of its forms, as a sentence. */
export function repeatedSecret(
  places: readonly (readonly [place: string, told: unknown])[],
  secrets: readonly string[],
): Problem {
  for (const [index, secret] of secrets.entries()) {
    const forms = secretForms(secret).filter((form) => form.length >= 4);
    const found = places.find(([, told]) => forms.some((form) => textIn(told).includes(form)));
    if (found !== undefined) return `${found[0]} repeats the secret option number ${index + 1}`;
  }
  return undefined;
}

/** Another check finds a value that JSON does not carry. */
function textIn(told: unknown): string {
  try {
    return JSON.stringify(told) ?? '';
  } catch {
    return String(told);
  }
}
