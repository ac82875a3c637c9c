import { HttpAgent, verifyEvents } from '@ag-ui/client';
import { TOKEN } from '../../serve/src/served.test-kit.js';

export { HttpAgent, verifyEvents };

export type Event = { readonly type: string } & Readonly<Record<string, unknown>>;

/** A client of AG-UI. It checks the order of the events of each run. */
export function agUiClient(url: string, threadId = 'thread-1') {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const agent = new HttpAgent({ url: `${url}/agui/helper`, threadId, headers, fetch: quietlyCancelled });
  const events: Event[] = [];
  const run = (input: Parameters<HttpAgent['runAgent']>[0] = {}) =>
    agent.runAgent(input, { onEvent: ({ event }) => void events.push(event as unknown as Event) });
  const ask = (content: string) => {
    agent.addMessage({ id: `user-${agent.messages.length}`, role: 'user', content });
    return run();
  };
  return { agent, events, run, ask, types: () => events.map(({ type }) => type) };
}

/** An answer whose body can be given up after its connection is lost: the library throws outside of any call there. */
async function quietlyCancelled(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  const { body } = response;
  if (body === null) return response;
  const getReader = () => {
    const reader = body.getReader();
    return { read: () => reader.read(), cancel: () => reader.cancel().catch(() => {}) };
  };
  return new Proxy(response, {
    get: (of, key) => {
      const value = key === 'body' ? { getReader } : Reflect.get(of, key, of);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
}
