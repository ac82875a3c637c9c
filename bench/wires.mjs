import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openaiProvider } from '../packages/model-openai/dist/index.js';
import { chatWire, responsesWire, startMockApi } from '../packages/testing/dist/index.js';
import { interleave, median } from './lib/measure.mjs';
import { ms, printTable, ratio } from './lib/table.mjs';

/** The newest line of the vendor's client that runs on Node 20. */
const CLIENT = 'openai@6.49.0';
const TURNS = 40;
const REPLY = { text: 'word '.repeat(400), chunkChars: 20, tools: [{ name: 'Read', input: { file_path: 'a.txt' } }] };
const system = 'Answer.';
const schema = { type: 'object', properties: { file_path: { type: 'string' } } };

/** A conversation of many turns over Chat Completions and Responses, against a bare loop on the vendor's client. */
export async function wiresBench({ rounds }) {
  const { default: OpenAI } = bringClient();
  const rows = [];
  for (const { wire, ours, bare } of [
    { wire: chatWire, ours: (url) => oursOver('chat', url), bare: (url) => bareChat(OpenAI, url) },
    { wire: responsesWire, ours: (url) => oursOver('responses', url), bare: (url) => bareResponses(OpenAI, url) },
  ]) {
    const api = await startMockApi({ wire, replies: () => REPLY, validate: false, keepBodies: false });
    const contenders = [
      { name: 'ours', run: () => perTurn(ours(api.url)) },
      { name: 'bare', run: () => perTurn(bare(api.url)) },
    ];
    const results = await interleave(contenders, { rounds, warmup: 1 });
    const [mine, theirs] = ['ours', 'bare'].map((name) => median(results.get(name)));
    rows.push([wire.name, ms(mine), ms(theirs), ratio(mine, theirs)]);
    await api.close();
  }
  printTable(`A turn with 100 pieces of text and a call, over ${TURNS} turns (ms)`, ['', 'Loadout', CLIENT, 'ratio'], rows);
}

/** The client is brought from npm for this bench alone. */
function bringClient() {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-openai-'));
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', CLIENT], { cwd: folder, stdio: 'ignore' });
  return createRequire(join(folder, 'package.json'))('openai');
}

async function perTurn(turn) {
  const began = performance.now();
  for (let count = 0; count < TURNS; count++) await turn();
  return (performance.now() - began) / TURNS;
}

function oursOver(api, url) {
  const provider = openaiProvider({ api, baseUrl: `${url}/v1`, apiKey: 'k' }, {});
  const messages = [Object.freeze({ role: 'user', content: [{ type: 'text', text: 'Go.' }] })];
  const fixed = {
    model: 'm',
    system: [{ type: 'text', text: system }],
    tools: [{ name: 'Read', description: 'Reads.', input_schema: schema }],
  };
  return async () => {
    const content = [];
    const { signal } = new AbortController();
    for await (const event of provider.stream({ ...fixed, messages }, { signal }))
      if (event.type === 'block') content.push(event.block);
    const results = content
      .filter(({ type }) => type === 'tool_use')
      .map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'ok' }));
    messages.push(Object.freeze({ role: 'assistant', content }), Object.freeze({ role: 'user', content: results }));
  };
}

function bareChat(OpenAI, url) {
  const client = new OpenAI({ apiKey: 'k', baseURL: `${url}/v1`, maxRetries: 0 });
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: 'Go.' },
  ];
  const tools = [{ type: 'function', function: { name: 'Read', description: 'Reads.', parameters: schema } }];
  return async () => {
    const stream = client.chat.completions.stream({ model: 'm', messages, tools, stream_options: { include_usage: true } });
    const { message } = (await stream.finalChatCompletion()).choices[0];
    messages.push({ role: 'assistant', content: message.content, tool_calls: message.tool_calls });
    for (const { id } of message.tool_calls) messages.push({ role: 'tool', tool_call_id: id, content: 'ok' });
  };
}

function bareResponses(OpenAI, url) {
  const client = new OpenAI({ apiKey: 'k', baseURL: `${url}/v1`, maxRetries: 0 });
  const input = [{ role: 'user', content: 'Go.' }];
  const tools = [{ type: 'function', name: 'Read', description: 'Reads.', parameters: schema, strict: false }];
  return async () => {
    const stream = client.responses.stream({ model: 'm', instructions: system, input, tools, store: false });
    const { output } = await stream.finalResponse();
    for (const { id: _, status: __, parsed_arguments: ___, ...item } of output) input.push(item);
    for (const { type, call_id } of output)
      if (type === 'function_call') input.push({ type: 'function_call_output', call_id, output: 'ok' });
  };
}
