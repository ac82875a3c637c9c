import { dirname } from 'node:path';
import { createAgent } from '@loadout/runner';
import { listSessions } from '@loadout/sessions';
import { expect, it } from 'vitest';
import { model, tempFolder } from '../../../runner/src/run/scripted.test-kit.js';
import { describeSession } from './describe-session.js';

it('a session that was compacted is described with the turns before its summary', async () => {
  const agent = await createAgent({
    model: model(() => ({ text: 'Milk is white.' })),
    workspace: tempFolder(),
    sessionsDir: tempFolder(),
  });
  const conversation = await agent.open();
  await conversation.ask('Tell me of milk.');
  await conversation.ask('And of cream?');
  await conversation.compact();
  const [compacted] = listSessions({ dir: dirname(conversation.transcript) });
  expect(compacted && describeSession(compacted).turns).toBe(2);
  await conversation.ask('And now?');
  await conversation.close();
  await agent.close();
  const [session] = listSessions({ dir: dirname(conversation.transcript) });
  expect(session && describeSession(session)).toMatchObject({ turns: 3, prompt: 'Tell me of milk.' });
});
