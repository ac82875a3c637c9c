import { createInterface } from 'node:readline';
import { initialize, STREAM, success, user } from '../../../wire/wire.test-kit.js';
import { NO_PROTOCOL, type StdioClient } from './stdio-client.js';

interface Line {
  readonly type?: string;
  readonly result?: string;
  readonly subtype?: string;
  readonly terminal_reason?: string;
}

/** A program that speaks the wire of the Agent SDKs. */
export const sdkWireClient: StdioClient = {
  name: 'Agent SDK wire',
  argv: [...STREAM, '--agent-config', 'agent.config.yaml'],
  hasSessions: false,
  endsWithInput: false,
  nonsense: [
    ...NO_PROTOCOL,
    ...Array.from({ length: 20 }, (_, id) => `${JSON.stringify(success(String(id), { behavior: 'allow' }))}\n`),
    `{"type":"control_response","response":{"subtype":"success","request_id":"${'i'.repeat(1_000_000)}","response":{}}}\n`,
    '{"type":"control_request","request_id":7,"request":null}\n',
  ],
  async connect({ stdin, stdout }) {
    const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
    const write = (line: object) => void stdin.write(`${JSON.stringify(line)}\n`);
    write(initialize());
    const ask = async (prompt: string) => {
      write(user(prompt));
      for (;;) {
        const { value, done } = await lines.next();
        if (done === true) throw new Error('The engine ended without a result.');
        const line = JSON.parse(String(value)) as Line;
        if (line.type === 'result') return line.subtype === 'success' ? (line.result ?? '') : 'aborted';
      }
    };
    return {
      ask,
      askAnew: ask,
      abort: async () => write({ type: 'control_request', request_id: 'stop', request: { subtype: 'interrupt' } }),
    };
  },
};
