// The mock API in a process of its own, so that what it does is not done in the process that measures. Started with an IPC
// channel: it says its address, and then the times of each request, on a clock that all processes share.
import { startMockApi } from '../../packages/testing/dist/index.js';
import { now } from './clock.mjs';

const offset = now() - performance.now();

/** A prompt is answered with one Read of the file that it names, its result with a word; what has no tools gets a word. */
function replyTo({ body }) {
  const last = body.messages.findLast(({ role }) => role === 'user');
  const blocks = typeof last.content === 'string' ? [{ type: 'text', text: last.content }] : last.content;
  const hasRead = body.tools?.some(({ name }) => name === 'Read') === true;
  if (!hasRead || blocks.some(({ type }) => type === 'tool_result')) return { text: 'Done.' };
  const [, file_path] = /^Read (\S+)/m.exec(blocks.map(({ text = '' }) => text).join('\n')) ?? [];
  return file_path === undefined ? { text: 'Done.' } : { tools: [{ name: 'Read', input: { file_path } }] };
}

const api = await startMockApi({ replies: replyTo, validate: false, keepBodies: false });
process.send({ url: api.url });
process.on('message', () =>
  process.send({
    requests: api.requests.map(({ receivedAt, answeredAt }) => ({
      receivedAt: receivedAt + offset,
      answeredAt: answeredAt === undefined ? undefined : answeredAt + offset,
    })),
  }),
);
process.on('disconnect', () => process.exit(0));
