import { expect, it } from 'vitest';
import { hideArgument, hideInside, hideKeysIn, hideValue } from './written-secret.js';

const KEY = `sk-proj-${'a1B2'.repeat(6)}`;
const PAT = `ghp_${'a1B2'.repeat(9)}`;
const mark = (name: string) => `<${name}>`;

it.each([
  ['PASS', 'plainpass66'],
  ['MY_PAT', 'abc'],
  ['CONN', 'Server=db;Password=connpw33;'],
  ['SOME', 'Xy7pQ'],
  ['URL', 'https://hooks.example/services/T0AB1/xYz81'],
  ['DSN', 'postgres://u:pw1@db/x'],
  ['NOTE', 'two words'],
  ['API_KEY', 'lower'],
  ['PIN', '1234'],
  ['MIXED', 'pw1${secret:REST}'],
  ['Cookie', 'a=b'],
])('the value of the variable or header %s that is not obviously harmless is hidden: %s', (name, value) => {
  expect(hideValue(name, value, mark)).toBe(`<${name}>`);
});

it.each([
  ['PASS', '${secret:PASS}'],
  ['Authorization', 'Bearer ${secret:T}'],
  ['HOME', '${workspace}/x'],
  ['USE_TOKEN', 'true'],
  ['PORT', '8080'],
  ['MODE', 'read-only'],
  ['LOG_LEVEL', 'DEBUG'],
  ['PATH', '/usr/local/bin:/usr/bin'],
  ['OUT', './out/x.json'],
  ['Accept', 'application/json, text/event-stream'],
  ['BASE', 'https://api.example.com/v1'],
  ['MCP-Protocol-Version', '2025-06-18'],
  ['EMPTY', ''],
])('the value of %s that is a reference or obviously harmless stays: %s', (name, value) => {
  expect(hideValue(name, value, mark)).toBe(value);
});

it.each([
  ['PGPASSWORD=inlinepw77 psql -c 1', 'PGPASSWORD=<PGPASSWORD> psql -c 1'],
  ['Server=db;Password=connpw33;', 'Server=db;Password=<Password>;'],
  ['{"token":"abc1"}', '{"token":"<token>"}'],
  ['curl -H "Authorization: Bearer abc1"', 'curl -H "Authorization: Bearer <authorization>"'],
  ['https://u:p@w1@a.example/x', 'https://u:<password>@a.example/x'],
  ['https://tok3n@a.example/x', 'https://<user>@a.example/x'],
  ['https://${secret:U}:pw1@a.example', 'https://${secret:U}:<password>@a.example'],
  ['https://${secret:U}@a.example', 'https://${secret:U}@a.example'],
  ['ssh://git@a.example/x', 'ssh://git@a.example/x'],
  ['https://a.example/?k=v1x&page=2', 'https://a.example/?k=<k>&page=2'],
  [`https://a.example/s/${'aB3d'.repeat(6)}/mcp`, 'https://a.example/s/<path>/mcp'],
  ['--token=${secret:A}', '--token=${secret:A}'],
  [`a ${KEY} b ${PAT}`, 'a <key> b <key>'],
  ['@acme/notes@1.0.0', '@acme/notes@1.0.0'],
  ['compat=x1', 'compat=x1'],
])('a secret inside of a text is hidden, and the rest stays: %s', (text, expected) => {
  expect(hideInside(text, mark)).toBe(expected);
});

it.each([
  [['--token', 'lower'], '<token>'],
  [['--api-key', '--verbose'], '--verbose'],
  [['--key', './key.pem'], './key.pem'],
  [['-y', '--client-secret=a b'], '--client-secret=<client-secret>'],
  [['--header', 'X-Team: Core99'], 'X-Team: <X-Team>'],
  [['--header', 'Authorization: Bearer abc1'], 'Authorization: <Authorization>'],
  [['-H', 'Authorization:Bearer ${secret:A}'], 'Authorization:Bearer ${secret:A}'],
  [['-e', 'NAME=abc1'], 'NAME=<NAME>'],
  [['-y', '--env=NAME=abc1'], '--env=NAME=<NAME>'],
  [['-x', 'aB3d'.repeat(8)], '<x>'],
  [['-y', 'server-github'], 'server-github'],
])('an argument is hidden by the option before it, by its own name, or by its shape: %j', ([before, text = ''], expected) => {
  expect(hideArgument(text, before, mark)).toBe(expected);
});

it('in a text for a model, only keys and passwords of addresses are hidden', () => {
  const text = `Use the token: it is a password. ${KEY}, http://u:pw@a.example.`;
  expect(hideKeysIn(text, mark)).toBe('Use the token: it is a password. <key>, http://u:<password>@a.example.');
});
