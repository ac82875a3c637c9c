import { expect, it } from 'vitest';
import { createAgent } from '../../packages/runner/src/agent/create-agent.js';
import { model, reader, tempFolder, writer } from '../../packages/runner/src/run/scripted.test-kit.js';
import { everything } from './servers.js';

/** The tools that the model sees, and the notices of the run. */
async function pools({ withServer, isRead }: { readonly withServer: boolean; readonly isRead: boolean }) {
  const workspace = tempFolder();
  const scripted = model([{ text: 'ok' }]);
  const agent = await createAgent({
    model: scripted,
    workspace,
    sessionsDir: workspace,
    customTools: [reader('Look', () => ''), reader('Peek', () => ''), writer('Write', () => '')],
    tools: ['Look', 'Write', 'mcp__everything__echo', 'mcp__everything__get-*'],
    disallowedTools: ['Write', 'mcp__everything__get-env'],
    ...(withServer ? { mcpServers: { everything } } : {}),
    env: {},
  });
  const run = agent.run('Go.');
  const init: string[] = [];
  if (isRead) for await (const event of run) init.push(...(event.type === 'init' ? event.init.tools : []));
  await run.result;
  const seen = {
    asked: scripted.requests[0]?.tools.map(({ name }) => name),
    init,
    known: agent.pool.tools.map(({ name }) => name),
  };
  await agent.close();
  return seen;
}

it.each([
  ['without a server, when only the result is awaited', { withServer: false, isRead: false }],
  ['without a server, when the events are read', { withServer: false, isRead: true }],
  ['with one, when only the result is awaited', { withServer: true, isRead: false }],
  ['with one, when the events are read', { withServer: true, isRead: true }],
])('the pool is the one that the lists say, %s (POOL-07, BUG-40)', async (_, way) => {
  const { asked, init, known } = await pools(way);
  expect(known).toEqual(['ReadResult', 'Look']);
  expect(asked?.slice(0, 2)).toEqual(known);
  const ofServer = asked?.slice(2) ?? [];
  expect(ofServer.length > 3).toBe(way.withServer);
  expect(ofServer.every((name) => /^mcp__everything__(?:echo$|get-)/.test(name))).toBe(true);
  expect(ofServer).not.toContain('mcp__everything__get-env');
  if (way.isRead) expect(init).toEqual(asked);
});
