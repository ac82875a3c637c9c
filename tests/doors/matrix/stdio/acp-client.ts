import { Readable, Writable } from 'node:stream';
import { client, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';
import { NO_PROTOCOL, type StdioClient } from './stdio-client.js';

const { session } = methods.agent;

/** The client of the official SDK, which says no to every question. */
export const acpClient: StdioClient = {
  name: 'ACP SDK',
  argv: ['acp'],
  hasSessions: true,
  endsWithInput: true,
  nonsense: [
    ...NO_PROTOCOL,
    'nonsense\n',
    ...['session/new', 'session/prompt', 'session/load'].map(
      (method) => `{"jsonrpc":"2.0","id":"early","method":"${method}","params":{}}\n`,
    ),
    ...Array.from(
      { length: 20 },
      (_, id) => `{"jsonrpc":"2.0","id":${id},"result":{"outcome":{"outcome":"selected","optionId":"0"}}}\n`,
    ),
  ],
  async connect({ cwd, stdin, stdout }) {
    const said = new Map<string, string>();
    const { agent } = client({ name: 'editor' })
      .onRequest(methods.client.session.requestPermission, ({ params: { options } }) => ({
        outcome: { outcome: 'selected', optionId: options.find(({ kind }) => kind === 'reject_once')?.optionId ?? '' },
      }))
      .onNotification(methods.client.session.update, ({ params: { sessionId, update } }) => {
        if (update.sessionUpdate !== 'agent_message_chunk' || update.content.type !== 'text') return;
        said.set(sessionId, `${said.get(sessionId) ?? ''}${update.content.text}`);
      })
      .connect(
        ndJsonStream(Writable.toWeb(stdin) as WritableStream<Uint8Array>, Readable.toWeb(stdout) as ReadableStream<Uint8Array>),
      );
    await agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION });
    const opened = async () => (await agent.request(session.new, { cwd, mcpServers: [] })).sessionId;
    const asked = async (sessionId: string, text: string) => {
      const before = said.get(sessionId)?.length ?? 0;
      const { stopReason } = await agent.request(session.prompt, { sessionId, prompt: [{ type: 'text', text }] });
      return stopReason === 'cancelled' ? 'aborted' : (said.get(sessionId) ?? '').slice(before);
    };
    const own = await opened();
    return {
      ask: (prompt) => asked(own, prompt),
      askAnew: async (prompt) => asked(await opened(), prompt),
      abort: () => agent.notify(session.cancel, { sessionId: own }),
    };
  },
};
