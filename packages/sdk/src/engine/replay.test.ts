import { expect, it } from 'vitest';
import { place, user } from '../query/query.test-kit.js';
import type { SDKMessage } from '../types/messages.js';
import { Engine } from './engine.js';

it('a prompt that is sent back has its origin (GAP-D11)', async () => {
  const { options } = await place([{ text: 'Done.' }]);
  const sent: SDKMessage[] = [];
  const engine = new Engine(options, { replaysPrompts: true, send: (message) => sent.push(message) });
  const origin = { kind: 'channel', server: 'mail' };
  engine.submit(user('Go', { origin }));
  engine.endInput();
  await engine.run();
  expect(sent.filter((message) => 'isReplay' in message)).toMatchObject([{ type: 'user', isReplay: true, origin }]);
});
