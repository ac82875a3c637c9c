import * as http from 'node:http';
import * as https from 'node:https';

/** An error without a code of the system, after which the SDK does not try again. */
const CLOSED = new Error('telemetry is closed');

/** Returns an agent that ends its connections when `closing` is aborted, and makes none afterwards. */
export function closingAgent(protocol: string, { closing, ...options }: https.AgentOptions & { readonly closing: AbortSignal }) {
  const agent = protocol === 'https:' ? new https.Agent(options) : new http.Agent(options);
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (to, done) => {
    if (!closing.aborted) return connect(to, done);
    done?.(CLOSED, undefined as never);
    return undefined;
  };
  closing.addEventListener('abort', () => {
    for (const socket of Object.values(agent.sockets).flat()) socket?.destroy(CLOSED);
    agent.destroy();
  });
  return agent;
}
