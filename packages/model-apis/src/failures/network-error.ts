/** A failure of the network, or of the making of a request if it has no code. */
export interface NetworkError {
  readonly code?: string;
  readonly reason: string;
  readonly cause?: unknown;
}

/**
 * Finds the network error, which has a code, inside errors that were made from it. An error without a code comes from building
 * the request. Its message may contain a header, so it is not used as `cause`.
 */
export function networkError(thrown: unknown, secrets: readonly string[]): NetworkError {
  let reason = String(thrown);
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const { code, message, name } = error as Error & { readonly code?: unknown };
    if (typeof code === 'string' && !code.startsWith('ERR_INVALID')) return { code, reason: code, cause: error };
    if (name === 'APIConnectionTimeoutError') return { code: 'ETIMEDOUT', reason: 'the connection timed out' };
    reason = message;
  }
  return { reason: redact(reason, secrets) };
}

/** Whether the code is that of a certificate that was refused, which another attempt does not change. */
export const isCertificateProblem = (code: string): boolean => /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code);

/** Whether a connection was refused at an address of this machine itself, where nobody is about to listen. */
export function isRefusedHere(cause: unknown): boolean {
  const { code, address, errors = [] } = (cause ?? {}) as { code?: unknown; address?: unknown; errors?: readonly unknown[] };
  if (errors.length > 0) return errors.every(isRefusedHere);
  return code === 'ECONNREFUSED' && typeof address === 'string' && /^(?:127\.|::1$|::ffff:127\.)/.test(address);
}

/** Whether an address is one of this machine itself. */
export const isLoopback = (origin: string): boolean => /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/.test(origin);

/** Removes credentials from a text of another party: the credentials that were sent, and everything that looks like a key. */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.reduce((rest, secret) => (secret.length < 4 ? rest : rest.replaceAll(secret, '[key]')), text);
  return known.replace(/\bsk-[\w-]{6,}/g, '[key]').replace(/\b(bearer|x-api-key:?)\s+[\w.~+/=-]{6,}/gi, '$1 [key]');
}
