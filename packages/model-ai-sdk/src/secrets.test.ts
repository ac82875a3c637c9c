import { expect, it } from 'vitest';
import { secretsOf } from './secrets.js';

const KEY = 'k'.repeat(8);

it('values of settings with the name of a secret are secrets, at any depth and without their scheme', () => {
  const settings = { apiKey: KEY, headers: { authorization: `Bearer ${KEY}2` }, region: 'eu-central-1' };
  expect(secretsOf({ package: 'x', settings }, {})).toEqual([KEY, `Bearer ${KEY}2`, `${KEY}2`]);
});

it('variables that provider packages read are secrets, and others are none', () => {
  expect(secretsOf({ package: 'x' }, { GROQ_API_KEY: KEY, AWS_SESSION_TOKEN: `${KEY}3`, HOME: '/home/somebody' })).toEqual([
    KEY,
    `${KEY}3`,
  ]);
});

it('a text of fewer than eight characters is no secret, because it would black out ordinary words', () => {
  const short = 'k'.repeat(7);
  expect(secretsOf({ package: 'x', settings: { apiKey: short } }, { GROQ_API_KEY: short })).toEqual([]);
});
