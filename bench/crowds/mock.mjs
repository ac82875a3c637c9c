// A Messages API in a process of its own. It does as little as it can, so that the process that is measured has the rest of the machine: it
// counts the answers in the request instead of parsing it, and sends ready bytes.
import { createServer } from 'node:http';
import { calls, PIECES } from './shape.mjs';

const ANSWER_AFTER_MS = 50;
const ANSWERED = Buffer.from('"role":"assistant"');

const sse = (events) => events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');

function answer(turn) {
  const isLast = turn === calls;
  const blocks = [{ type: 'text', text: '' }];
  if (!isLast) blocks.push({ type: 'tool_use', id: '', name: 'Look', input: {} });
  const events = [
    {
      type: 'message_start',
      message: {
        id: `msg_${turn}`,
        type: 'message',
        role: 'assistant',
        model: 'bench',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 100, output_tokens: 1 },
      },
    },
  ];
  for (const [index, block] of blocks.entries()) {
    const id = block.type === 'text' ? {} : { id: `toolu_${turn}` };
    events.push({ type: 'content_block_start', index, content_block: { ...block, ...id } });
    const delta =
      block.type === 'text'
        ? { type: 'text_delta', text: 'word and ' }
        : { type: 'input_json_delta', partial_json: `{"step":${turn}}` };
    for (let piece = 0; piece < (block.type === 'text' ? PIECES : 1); piece++)
      events.push({ type: 'content_block_delta', index, delta });
    events.push({ type: 'content_block_stop', index });
  }
  events.push(
    {
      type: 'message_delta',
      delta: { stop_reason: isLast ? 'end_turn' : 'tool_use', stop_sequence: null },
      usage: { output_tokens: 20 },
    },
    { type: 'message_stop' },
  );
  return Buffer.from(sse(events));
}

const answers = Array.from({ length: calls + 1 }, (_, turn) => answer(turn));

function turnOf(body) {
  let turn = 0;
  for (let at = body.indexOf(ANSWERED); at !== -1; at = body.indexOf(ANSWERED, at + 1)) turn += 1;
  return turn;
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const bytes = answers[turnOf(Buffer.concat(chunks))];
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-length': bytes.length });
      response.end(bytes);
    }, ANSWER_AFTER_MS);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', 4096, () => process.send({ url: `http://127.0.0.1:${server.address().port}` }));
process.on('disconnect', () => process.exit(0));
