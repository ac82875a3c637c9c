import { Client, ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import type { Started } from './started.js';
import { NO_PROTOCOL, type StdioClient } from './stdio-client.js';

/** The official client over the pipes of a command that has started. */
function transportOver({ stdin, stdout }: Started): Transport {
  const lines = new ReadBuffer();
  const transport: Transport = {
    start: async () => {
      stdout.on('data', (chunk: Buffer) => {
        lines.append(chunk);
        for (let message = lines.readMessage(); message !== null; message = lines.readMessage()) transport.onmessage?.(message);
      });
      stdout.once('close', () => transport.onclose?.());
    },
    send: async (message) => void stdin.write(serializeMessage(message)),
    close: async () => void stdin.end(),
  };
  return transport;
}

/** The client of the official SDK. It asks the agent by the tool `agent_prompt`. */
export const mcpClient: StdioClient = {
  name: 'MCP SDK',
  argv: ['serve', 'mcp'],
  hasSessions: true,
  endsWithInput: true,
  nonsense: [
    ...NO_PROTOCOL,
    'nonsense\n',
    ...Array.from({ length: 20 }, (_, id) => `{"jsonrpc":"2.0","id":${id},"result":{"content":[]}}\n`),
  ],
  async connect(at) {
    const client = new Client({ name: 'matrix', version: '1' });
    await client.connect(transportOver(at));
    let under = new AbortController();
    const ask = async (task: string) => {
      under = new AbortController();
      const { signal } = under;
      const call = { name: 'agent_prompt', arguments: { task } };
      const answer = await client.callTool(call, { signal }).catch((error: unknown) => {
        if (signal.aborted) return undefined;
        throw error;
      });
      if (answer === undefined) return 'aborted';
      return (answer.content as readonly { readonly text?: string }[]).map(({ text }) => text).join();
    };
    return { ask, askAnew: ask, abort: async () => under.abort() };
  },
};
