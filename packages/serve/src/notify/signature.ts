import { createHmac } from 'node:crypto';

interface Signed {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** The headers of a message by Standard Webhooks 1.0. Without a secret, the message has an id and no signature. */
export function signedHeaders({ id, timestamp, body }: Signed, secret: string | undefined): Record<string, string> {
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp) };
  if (secret === undefined) return headers;
  const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { ...headers, 'webhook-signature': `v1,${mac}` };
}

/** A secret of the standard's form is base64 behind its prefix; any other text is the key itself. */
export const keyOf = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret, 'utf8');
