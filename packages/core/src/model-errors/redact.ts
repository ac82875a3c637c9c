/** Removes credentials from a text of another party: the credentials that were sent, and everything that looks like a key. */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.reduce((rest, secret) => (secret.length < 4 ? rest : rest.replaceAll(secret, '[key]')), text);
  return known.replace(/\bsk-[\w-]{6,}/g, '[key]').replace(/\b(bearer|x-api-key:?)\s+[\w.~+/=-]{6,}/gi, '$1 [key]');
}
