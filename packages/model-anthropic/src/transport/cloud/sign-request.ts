import { createHash, createHmac } from 'node:crypto';

export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The token of temporary keys. */
  readonly sessionToken?: string | undefined;
}

export interface Unsigned {
  readonly method: string;
  readonly url: URL;
  /** Headers to sign beside `host` and those that are added. Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface Signing {
  readonly keys: AwsKeys;
  readonly region: string;
  readonly service: string;
  readonly at: Date;
}

/**
 * The headers of a request with its signature, by AWS's Signature Version 4. The path is encoded once more than it is sent, as every
 * service but S3 wants it.
 */
export function signRequest(unsigned: Unsigned, { keys, region, service, at }: Signing): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`;
  const added = {
    'x-amz-date': time,
    ...(keys.sessionToken === undefined ? {} : { 'x-amz-security-token': keys.sessionToken }),
  };
  const signed = sorted({ ...unsigned.headers, ...added, host: unsigned.url.host });
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    unsigned.method,
    unsigned.url.pathname.split('/').map(encoded).join('/'),
    canonicalQuery(unsigned.url),
    ...signed.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, ' ')}`),
    '',
    names,
    sha256(unsigned.body),
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${keys.secretAccessKey}`);
  const signature = hmac(key, toSign).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...unsigned.headers, ...added, authorization };
}

const sorted = (fields: Readonly<Record<string, string>>) => Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));

function canonicalQuery({ searchParams }: URL): string {
  const pairs = [...searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return pairs.sort().join('&');
}

/** Leaves letters, digits and `-_.~`, as the specification says. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
