import { type MockApi, type Reply, startMockApi } from '@loadout/testing';
import { onTestFinished } from 'vitest';
import { PATIENT } from './engine-server.test-kit.js';
import { openRestate, type RestateUnderTest } from './restate-engine.test-kit.js';

const configOf = (
  url: string,
) => `providers: { mock: { use: '@loadout/model-anthropic', options: { baseUrl: ${url}, apiKey: none-needed } } }
permissions: { allow: [Bash] }
plugins: { shell: '@loadout/tool-shell' }
agents:
  writer: { model: mock/any, instructions: Write., tools: [Bash] }
  asking: { model: mock/any, instructions: Write., tools: [Bash], permissions: { ask: [Bash] } }
`;

/** A point that a test opens. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** A message of two blocks of text, of which the second comes when the gate opens. */
export const inTwo = ([first, second]: readonly [string, string], opened: Promise<void>): Reply => ({
  blocks: [
    { type: 'text', text: first },
    { type: 'text', text: second },
  ],
  chunkChars: first.length > 1000 ? 1000 : 7,
  hold: (index) => (index === 0 ? opened : Promise.resolve()),
});

export interface StreamFarm extends RestateUnderTest {
  readonly api: MockApi;
}

/** An engine whose model streams over HTTP as the test says. */
export async function startStreams(
  replies: (turn: number, request: number) => Reply,
  { patience = PATIENT } = {},
): Promise<StreamFarm> {
  const api = await startMockApi({
    replies: ({ body }, index) => replies(body.messages.filter(({ role }) => role === 'assistant').length + 1, index),
  });
  onTestFinished(() => api.close());
  return { ...(await openRestate({ 'agent.config.yaml': configOf(api.url) }, { patience })), api };
}
