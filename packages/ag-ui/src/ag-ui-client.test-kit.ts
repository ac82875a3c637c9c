import { HttpAgent, verifyEvents } from '@ag-ui/client';
import { TOKEN } from '../../serve/src/served.test-kit.js';

export { HttpAgent, verifyEvents };

export type Event = { readonly type: string } & Readonly<Record<string, unknown>>;

/** A client of AG-UI. It checks the order of the events of each run. */
export function agUiClient(url: string, threadId = 'thread-1') {
  const agent = new HttpAgent({ url: `${url}/agui/helper`, threadId, headers: { authorization: `Bearer ${TOKEN}` } });
  const events: Event[] = [];
  const run = (input: Parameters<HttpAgent['runAgent']>[0] = {}) =>
    agent.runAgent(input, { onEvent: ({ event }) => void events.push(event as unknown as Event) });
  const ask = (content: string) => {
    agent.addMessage({ id: `user-${agent.messages.length}`, role: 'user', content });
    return run();
  };
  return { agent, events, run, ask, types: () => events.map(({ type }) => type) };
}
