import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { permittedPath } from '@loadout/core';
import { pngOf } from '../../png-of.js';
import { being, type Context, type Fault, telling } from './fault.fixture.js';

const SECRET = 'tok"0123456789/äb';

const SECRETS = 'keeps the secrets of its options';
const SHAPE = 'gives back a well-formed result';
const SIZE = 'keeps to its maxResultChars';
const AGAIN = 'does the same when it is called again';
const ADDS = 'removes nothing, if it is not destructive';
const AT_ONCE = 'does the same at once as in turn';

const secretly =
  (act: (context: Context) => unknown): Fault[1] =>
  () => ({
    tool: {
      async call(_: unknown, context: Context) {
        const told = await act(context);
        return typeof told === 'string' ? told : 'hello';
      },
    },
    cases: { secrets: [SECRET] },
  });
const saying = (text: string): Fault[1] => secretly(() => text);
const bytes = Buffer.from(SECRET);

const image = (data: string, mimeType: string): Fault[1] => telling({ content: [{ type: 'image', data, mimeType }] });
const png = pngOf(Buffer.from('x')).toString('base64');

const access = (_: unknown, { cwd }: Context) => [{ kind: 'write', path: join(cwd, 'count.txt') }];
const idempotent =
  (call: (path: string, context: Context) => unknown, path = 'count.txt'): Fault[1] =>
  () => ({
    tool: {
      annotations: { idempotentHint: true },
      access: (_: unknown, { cwd }: Context) => [{ kind: 'write', path: cwd, below: true }],
      call: async (_: unknown, context: Context) =>
        String((await call(join(permittedPath(context, 'write'), path), context)) ?? 'done'),
    },
  });
const additive =
  (call: (path: string) => unknown): Fault[1] =>
  () => ({
    tool: {
      annotations: { destructiveHint: false },
      access: (_: unknown, { cwd }: Context) => [{ kind: 'write', path: cwd, below: true }],
      call: async (_: unknown, context: Context) => {
        call(permittedPath(context, 'write'));
        return 'done';
      },
    },
  });
const safe =
  (call: (path: string) => Promise<unknown>): Fault[1] =>
  () => ({
    tool: {
      isConcurrencySafe: true,
      access,
      call: async (_: unknown, context: Context) => String(await call(permittedPath(context, 'write'))),
    },
  });
const numberIn = (path: string) => (existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0);
const soon = () => new Promise((resolve) => setImmediate(resolve));
let busy = false;
let shared = '';

/** Faults of answers, and of what the flags promise. */
export const ANSWERS: Readonly<Record<string, readonly Fault[]>> = {
  'secrets in progress and elsewhere': [
    ['progress tells a secret', secretly(({ progress }) => progress(`with ${SECRET}`)), SECRETS, /its progress repeats/],
    [
      'progress tells a secret in base64',
      secretly(({ progress }) => progress(bytes.toString('base64'))),
      SECRETS,
      /its progress repeats/,
    ],
    [
      'an event tells a secret',
      secretly(({ emit }) => emit({ type: 'ToolListChanged', why: SECRET } as never)),
      SECRETS,
      /an event that it sends/,
    ],
    ['a line on standard error tells a secret', secretly(() => console.error(SECRET)), SECRETS, /the text that it prints/],
    [
      'access tells a secret',
      () => ({
        tool: { access: () => [{ kind: 'run', text: `curl -u ${SECRET}` }], call: () => 'hello' },
        cases: { secrets: [SECRET] },
      }),
      SECRETS,
      /its access repeats/,
    ],
  ],
  'secrets that are encoded': [
    ['an answer tells a secret in base64', saying(bytes.toString('base64')), SECRETS, /its answer/],
    ['an answer tells a secret amid base64', saying(Buffer.from(`a:${SECRET}:b`).toString('base64')), SECRETS, /its answer/],
    ['an answer tells a secret in base64url', saying(bytes.toString('base64url')), SECRETS, /its answer/],
    ['an answer tells a secret in hex', saying(bytes.toString('hex')), SECRETS, /its answer/],
    ['an answer tells a secret in a URL', saying(`https://a.example/?t=${encodeURIComponent(SECRET)}`), SECRETS, /its answer/],
    ['an answer tells a secret in JSON', saying(JSON.stringify({ token: SECRET })), SECRETS, /its answer/],
    ['an answer tells a secret in a form', saying(String(new URLSearchParams({ t: SECRET }))), SECRETS, /its answer/],
    ['an error tells a secret', secretly(() => Promise.reject(new Error(`refused: ${SECRET}`))), SECRETS, /its answer/],
  ],
  'structured content without a bound': [
    [
      'a long text for programs',
      telling({ content: 'hello', structuredContent: { text: 'x'.repeat(1_000_000) } }),
      SIZE,
      /structuredContent has/,
    ],
    [
      'a long list for programs',
      telling({ content: 'hello', structuredContent: Array.from({ length: 100_000 }, (_, n) => n) }),
      SIZE,
      /structuredContent has/,
    ],
    [
      'deep values for programs',
      telling({
        content: 'hello',
        structuredContent: Array.from({ length: 5_000 }, () => ({ a: { b: { c: 'x'.repeat(40) } } })),
      }),
      SIZE,
      /structuredContent has/,
    ],
  ],
  'output that is too large': [
    ['a text without an end', telling('x'.repeat(60_000)), SIZE, /60000 characters of 50000/],
    ['a text that its own limit forbids', telling('x'.repeat(200), { maxResultChars: 100 }), SIZE, /200 characters of 100/],
    [
      'a resource with a long text',
      telling({ content: [{ type: 'resource', resource: { uri: 'a:b', text: 'x'.repeat(60_000) } }] }),
      SIZE,
      /60000 characters/,
    ],
    [
      'a picture that is too large',
      telling({ content: [{ type: 'image', mimeType: 'image/png', data: 'A'.repeat(6_000_000) }] }),
      SIZE,
      /of the type image/,
    ],
    ['an error without an end', telling({ content: 'x'.repeat(60_000), isError: true }), SIZE, /60000 characters/],
  ],
  'pictures that are none': [
    ['a page instead of a picture', image(Buffer.from('<html>').toString('base64'), 'image/png'), SHAPE, /no picture/],
    ['a picture of another type', image(png, 'image/jpeg'), SHAPE, /which is a png/],
    ['a picture that is not base64', image('\x89PNG not base64', 'image/png'), SHAPE, /is not base64/],
    [
      'a picture of a type that no model takes',
      image(Buffer.from('<svg/>').toString('base64'), 'image/svg+xml'),
      SHAPE,
      /none that models take/,
    ],
    ['a picture without bytes', image('', 'image/png'), SHAPE, /no picture/],
    [
      'a PDF that is none',
      telling({
        content: [
          { type: 'resource', resource: { uri: 'a:b', mimeType: 'application/pdf', blob: Buffer.from('no').toString('base64') } },
        ],
      }),
      SHAPE,
      /not with %PDF-/,
    ],
  ],
  'idempotentHint that is not true': [
    ['a call adds a line each time', idempotent((path) => appendFileSync(path, 'x\n')), AGAIN, /count\.txt/],
    ['a call counts', idempotent((path) => writeFileSync(path, String(numberIn(path) + 1))), AGAIN, /count\.txt/],
    [
      'a call makes another file each time',
      idempotent((path) => writeFileSync(`${path}.${Math.random()}`, '')),
      AGAIN,
      /count\.txt\.0/,
    ],
    [
      'a call turns a switch',
      idempotent((path) => writeFileSync(path, existsSync(path) && readFileSync(path, 'utf8') === 'on' ? 'off' : 'on')),
      AGAIN,
      /count\.txt/,
    ],
  ],
  'destructiveHint that is not true': [
    ['a call removes the file', additive((path) => rmSync(join(path, 'a.txt'))), ADDS, /removed a\.txt/],
    ['a call moves the file', additive((path) => renameSync(join(path, 'a.txt'), join(path, 'b.txt'))), ADDS, /removed a\.txt/],
    [
      'a call empties the folder',
      additive((path) => readdirSync(path).map((name) => rmSync(join(path, name)))),
      ADDS,
      /removed a\.txt/,
    ],
  ],
  'isConcurrencySafe that is not true': [
    [
      'two calls count, and one is lost',
      safe(async (path) => {
        const count = await readFile(path, 'utf8').catch(() => '0');
        await writeFile(path, String(Number(count) + 1));
        return 'counted';
      }),
      AT_ONCE,
      /count\.txt/,
    ],
    [
      'a second call at once is refused',
      safe(async () => {
        if (busy) throw new Error('It is busy.');
        busy = true;
        await soon();
        busy = false;
        return 'free';
      }),
      AT_ONCE,
      /busy/,
    ],
    [
      'two calls share a variable',
      being(
        {
          isConcurrencySafe: true,
          async call({ file }: { file: string }) {
            shared = file;
            await soon();
            return shared;
          },
        },
        { valid: [{ input: { file: 'a.txt' } }, { input: { file: 'b.txt' } }] },
      ),
      AT_ONCE,
      /b\.txt/,
    ],
    [
      'two calls add to one text',
      safe(async (path) => {
        const text = await readFile(path, 'utf8').catch(() => '');
        await soon();
        await writeFile(path, `${text}x`);
        return 'added';
      }),
      AT_ONCE,
      /count\.txt/,
    ],
  ],
};

/** Faults of tools with the names of the reference architecture. */
export const SOURCE_NAMES: Readonly<Record<string, readonly Fault[]>> = {
  'the names of the reference architecture': [
    [
      'a mapper makes a picture that is none',
      being({
        call: () => ({ data: 1 }),
        mapToolResultToToolResultBlockParam: () => ({
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: Buffer.from('no').toString('base64') } },
          ],
        }),
      }),
      SHAPE,
      /no picture/,
    ],
    [
      'a mapper makes a text without an end',
      being({
        maxResultSizeChars: 100,
        call: () => ({ data: 1 }),
        mapToolResultToToolResultBlockParam: () => ({ content: 'x'.repeat(101) }),
      }),
      SIZE,
      /101 characters of 100/,
    ],
    [
      'data does not fit the output schema',
      being({ outputSchema: { type: 'object', properties: { n: { type: 'number' } } }, call: () => ({ data: { n: 'x' } }) }),
      'keeps to its output schema',
      /\/n/,
    ],
    ['data has no bound', being({ call: () => ({ data: 'x'.repeat(60_000) }) }), SIZE, /60000/],
    [
      'validateInput refuses a valid case with a verdict',
      being({ validateInput: () => ({ result: false, message: 'Never.' }) }),
      'takes',
      /it is refused: Never\./,
    ],
    [
      'a verdict refuses nothing',
      being({ validateInput: () => ({ result: true }) }, { invalid: [{ input: { file: 'bad' } }] }),
      'refuses {"file":"bad"}',
      /neither the schema nor validateInput/,
    ],
    [
      'an error says is_error',
      being({ call: () => ({ content: 'No.', is_error: true }) }),
      'answers',
      /an error came back: No\./,
    ],
    ['a member that nobody reads', being({ checkPermissions: () => true }), 'has members that a run reads', /checkPermissions/],
    ['an answer that no run can read', being({ call: () => ({ text: 'hello' }) }), SHAPE, /cannot be read/],
  ],
};
