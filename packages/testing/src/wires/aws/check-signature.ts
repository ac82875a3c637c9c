import { createHash, createHmac } from 'node:crypto';
import type { RecordedRequest } from '../recorded-request.js';

/** Keys that a mock of AWS knows. */
export const MOCK_AWS_KEYS = {
  accessKeyId: 'AKIAMOCKMOCKMOCKMOCK',
  secretAccessKey: 'mock/secret+of-the-mock-server-000000000',
  sessionToken: 'mock-session-token',
} as const;

const PARTS =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/;

/**
 * The problems of a request's credential, as AWS would find them: a bearer token, or a signature that is computed again from the
 * bytes that came.
 */
export function credentialProblems({ headers, method, path, raw }: RecordedRequest): readonly string[] {
  const authorization = headers.authorization ?? '';
  if (/^Bearer \S+$/.test(authorization)) return [];
  const parts = PARTS.exec(authorization);
  if (parts === null) return ['the request has neither a bearer token nor a signature'];
  const [, id = '', day = '', region = '', service = '', names = '', signature] = parts;
  const { accessKeyId, secretAccessKey, sessionToken } = MOCK_AWS_KEYS;
  const problems = id === accessKeyId ? [] : [`the key ${id} is not known`];
  if (service !== 'bedrock') problems.push(`the signature is for the service ${service}`);
  for (const name of ['host', 'x-amz-date', 'x-amz-security-token'])
    if (!names.split(';').includes(name)) problems.push(`the header ${name} is not signed`);
  if (headers['x-amz-security-token'] !== sessionToken) problems.push('the session token is missing or another');
  const time = String(headers['x-amz-date']);
  if (!time.startsWith(day)) problems.push('the date of the key is not that of the request');
  const canonical = [
    method,
    pathOf(path),
    '',
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    createHash('sha256').update(raw).digest('hex'),
  ].join('\n');
  const scope = [day, region, service, 'aws4_request'];
  const text = `AWS4-HMAC-SHA256\n${time}\n${scope.join('/')}\n${createHash('sha256').update(canonical).digest('hex')}`;
  let key: Buffer = Buffer.from(`AWS4${secretAccessKey}`);
  for (const part of [...scope, text]) key = createHmac('sha256', key).update(part).digest();
  if (key.toString('hex') !== signature) problems.push('the signature is not that of the request');
  return problems;
}

/** The path with each of its bytes encoded again that is not a letter, a digit, `-_.~` or a slash. */
function pathOf(path: string): string {
  const [pathname = ''] = path.split('?');
  return [...Buffer.from(pathname)]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      return /[A-Za-z0-9\-_.~/]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}
