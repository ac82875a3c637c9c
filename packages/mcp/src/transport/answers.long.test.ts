import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { callTool } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import type { McpServers } from '../config/server-config.js';
import { afterThis, context, temporaryFolder, withServers } from '../testing/with-servers.js';

type Message = { readonly id?: number; readonly method?: string };

const tool = { name: 'echo', description: 'Says it.', inputSchema: { type: 'object', properties: {} } };
const info = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } };
const result = { content: [{ type: 'text', text: 'hi' }] };

/** The right answers to all but a call, whose answer is `raw` with the id in the place of ID. */
const answerTo = ({ id, method }: Message, raw: string): string | undefined => {
  if (id === undefined) return undefined;
  if (method === 'tools/call') return raw.replaceAll('ID', String(id));
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    result: method === 'initialize' ? info : method === 'tools/list' ? { tools: [tool] } : {},
  });
};

type Way = (raw: string) => Promise<McpServers[string]>;

const stdio: Way = async (raw) => {
  const file = join(temporaryFolder(), 'server.mjs');
  const parts = { tool, info, raw };
  writeFileSync(
    file,
    `import { createInterface } from 'node:readline';
const { tool, info, raw } = ${JSON.stringify(parts)};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  const answerTo = ${answerTo.toString()};
  const said = answerTo({ id, method }, raw);
  if (said !== undefined) process.stdout.write(said + '\\n');
});`,
  );
  return { command: process.execPath, args: [file] };
};

async function listen(listener: (request: IncomingMessage, response: ServerResponse, message: Message) => void): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    listener(request, response, text === '' ? {} : JSON.parse(text));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterThis(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
}

const http =
  (type: string, frame: (text: string) => string): Way =>
  async (raw) => ({
    type: 'http',
    url: await listen((request, response, message) => {
      const said = request.method === 'POST' ? answerTo(message, raw) : undefined;
      if (request.method === 'GET') response.writeHead(405).end();
      else if (said === undefined) response.writeHead(202).end();
      else response.writeHead(200, { 'content-type': type }).end(frame(said));
    }),
  });

const event = (text: string) =>
  `${text
    .split('\n')
    .map((line) => `data: ${line}\n`)
    .join('')}\n`;

const sse: Way = async (raw) => {
  let stream: ServerResponse | undefined;
  const url = await listen((request, response, message) => {
    if (request.method === 'GET') {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
      stream.write('event: endpoint\ndata: /post\n\n');
      return;
    }
    response.writeHead(202).end();
    const said = answerTo(message, raw);
    if (said !== undefined) stream?.write(event(said));
  });
  return { type: 'sse', url };
};

const WAYS: readonly (readonly [string, Way])[] = [
  ['stdio', stdio],
  ['HTTP with JSON', http('application/json', (text) => text)],
  ['HTTP with events', http('text/event-stream', event)],
  ['SSE', sse],
];

async function called(server: McpServers[string] | undefined) {
  if (server === undefined) throw new Error('no server');
  const { tool: found, notices } = await withServers({ s: { ...server, timeout: 60_000 } });
  return { ...(await callTool(found('mcp__s__echo'), {}, context())), notices };
}

const right = JSON.stringify(result);
const DEEP = '['.repeat(100_000) + ']'.repeat(100_000);

describe.each(WAYS)('over %s', (_, way) => {
  it.each([
    ['another version', `{"jsonrpc":"1.0","id":ID,"result":${right}}`, /its jsonrpc is "1.0"/],
    ['no version', `{"id":ID,"result":${right}}`, /not a message of JSON-RPC 2.0/],
    ['an id that is a text', `{"jsonrpc":"2.0","id":"ID","result":${right}}`, /the answer has the id "\d+"/],
    ['an id that is a list', `{"jsonrpc":"2.0","id":[ID],"result":${right}}`, /the answer has the id \[\d+\]/],
    ['no id', `{"jsonrpc":"2.0","result":${right}}`, /the answer has the id undefined/],
    [
      'a result and an error',
      `{"jsonrpc":"2.0","id":ID,"result":${right},"error":{"code":1,"message":"x"}}`,
      /both a result and an error/,
    ],
    ['nothing', '{"jsonrpc":"2.0","id":ID}', /neither a result nor an error/],
    ['a result that is a text', '{"jsonrpc":"2.0","id":ID,"result":"hi"}', /neither a result nor an error/],
    ['an error that is a text', '{"jsonrpc":"2.0","id":ID,"error":"no"}', /neither a result nor an error/],
    [
      'an error with a broken code',
      '{"jsonrpc":"2.0","id":ID,"error":{"code":1.5,"message":"x"}}',
      /neither a result nor an error/,
    ],
    ['meta that is a number', '{"jsonrpc":"2.0","id":ID,"result":{"_meta":5,"content":[]}}', /neither a result nor an error/],
    ['an error for no request', '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"cannot parse"}}', /cannot parse/],
    ['a batch with an answer that is none', '[{"jsonrpc":"2.0","id":ID,"result":7}]', /neither a result nor an error/],
    [
      'a result without a bottom',
      `{"jsonrpc":"2.0","id":ID,"result":{"content":${DEEP}}}`,
      /breaks the protocol: .*nested deeper than 500 levels/,
    ],
    [
      'structured content without a bottom',
      `{"jsonrpc":"2.0","id":ID,"result":{"structuredContent":{"a":${DEEP}}}}`,
      /nested deeper/,
    ],
    ['half an answer', '{"jsonrpc":"2.0","id":ID,"result":{"content":[', /not JSON|something else/],
  ])('%s fails the call at once (F27)', async (__, raw, words) => {
    expect(await called(await way(raw))).toMatchObject({ isError: true, content: expect.stringMatching(words) });
  });

  it.each([
    ['with more fields than the protocol has', `{"jsonrpc":"2.0","id":ID,"result":${right},"took":3}`],
    ['in a batch', `[{"jsonrpc":"2.0","id":ID,"result":${right}}]`],
  ])('an answer %s is an answer', async (__, raw) => {
    expect(await called(await way(raw))).toMatchObject({ isError: false, content: 'hi' });
  });
});

it('a server that prints its log to standard output still answers, and the log settles nothing (F27)', async () => {
  const logs = ['Listening', '{"level":"info","id":1}', '{"error":"disk is slow"}', '[1, 2]', '"x"', 'null'].join('\n');
  const { notices, ...answer } = await called(await stdio(`${logs}\n{"jsonrpc":"2.0","id":ID,"result":${right}}`));
  expect(answer).toMatchObject({ isError: false, content: 'hi' });
  expect(notices).toHaveLength(1);
});

it.each([
  ['is accepted with no more', 202, {}, ''],
  ['has no body and no type', 200, {}, ''],
  ['has a stream that ends', 200, { 'content-type': 'text/event-stream' }, ': bye\n\n'],
  ['has a stream with something else', 200, { 'content-type': 'text/event-stream' }, 'data: hello\n\n'],
  ['has an answer to something else', 200, { 'content-type': 'application/json' }, '{"jsonrpc":"2.0","id":9999,"result":{}}'],
  ['has text of a page', 200, { 'content-type': 'text/html' }, '<p>hello'],
  ['is empty JSON', 200, { 'content-type': 'application/json' }, ''],
])('a response to a call that %s fails the call at once (F27)', async (_, status, headers, body) => {
  const url = await listen((request, response, message) => {
    const said = answerTo(message, '');
    if (request.method === 'GET') response.writeHead(405).end();
    else if (message.method === 'tools/call') response.writeHead(status, headers).end(body);
    else if (said === undefined) response.writeHead(202).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(said);
  });
  expect(await called({ type: 'http', url })).toMatchObject({ isError: true });
});
