import { describe, expect, it } from 'vitest';
import { signRequest } from './sign-request.js';

/** The credentials, time and scope of AWS's published test suite for Signature Version 4. */
const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const signing = { keys, region: 'us-east-1', service: 'service', at: new Date('2015-08-30T12:36:00Z') };
const SESSION =
  'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==';

const signatureOf = (headers: Readonly<Record<string, string>>) => /Signature=(\w+)$/.exec(headers.authorization ?? '')?.[1];

describe("AWS's test suite", () => {
  it.each([
    ['get-vanilla', 'GET', '/', {}, '', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    ['post-vanilla', 'POST', '/', {}, '', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
    [
      'get-vanilla-query-order-key-case',
      'GET',
      '/?Param2=value2&Param1=value1',
      {},
      '',
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
    [
      'post-x-www-form-urlencoded',
      'POST',
      '/',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'Param1=value1',
      'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
    ],
  ])('%s', (_, method, path, headers, body, signature) => {
    const url = new URL(path, 'https://example.amazonaws.com');
    expect(signatureOf(signRequest({ method, url, headers, body }, signing))).toBe(signature);
  });

  it('post-sts-header-before', () => {
    const url = new URL('https://example.amazonaws.com/');
    const temporary = { ...signing, keys: { ...keys, sessionToken: SESSION } };
    const headers = signRequest({ method: 'POST', url, headers: {}, body: '' }, temporary);
    expect(signatureOf(headers)).toBe('85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead');
    expect(headers.authorization).toContain('SignedHeaders=host;x-amz-date;x-amz-security-token,');
  });
});

it('encodes the path once more than it is sent, so that a model id with a colon or an ARN is signed as AWS reads it', () => {
  const at = { ...signing, service: 'bedrock' };
  const of = (path: string) =>
    signatureOf(signRequest({ method: 'POST', url: new URL(`https://x.amazonaws.com${path}`), headers: {}, body: '' }, at));
  expect(of('/model/a%3A0/invoke')).not.toBe(of('/model/a:0/invoke'));
  expect(of('/model/a%3A0/invoke')).not.toBe(of('/model/a%253A0/invoke'));
});
