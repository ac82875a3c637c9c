import { expect, it } from 'vitest';
import { initialize, startWire, user } from './wire.test-kit.js';

it('requests name the engine, who started it and with which SDK, and its children are told both (CLI-06)', async () => {
  const wire = await startWire({
    args: ['--allowedTools=Bash'],
    env: { CLAUDE_CODE_ENTRYPOINT: 'sdk-py', CLAUDE_AGENT_SDK_VERSION: '0.2.143', SECRET_TOKEN: 'hidden' },
    replies: [
      {
        tools: [{ name: 'Bash', input: { command: 'echo "$CLAUDE_CODE_ENTRYPOINT $CLAUDE_AGENT_SDK_VERSION [$SECRET_TOKEN]"' } }],
      },
      { text: 'Done.' },
    ],
  });
  wire.write(initialize(), user('go'));
  await wire.next({ type: 'result' });
  expect(wire.api.requests[0]?.headers['user-agent']).toMatch(/^loadout\/\d+\.\d+\.\d+ \(sdk-py, agent-sdk\/0\.2\.143\)$/);
  expect(JSON.stringify(wire.of('user'))).toContain('sdk-py 0.2.143 []');
});

it("Loadout's own variables come before those of the SDKs, and whoever sets none is named without any (CLI-06)", async () => {
  const own = await startWire({ env: { LOADOUT_ENTRYPOINT: 'my-host', LOADOUT_SDK_VERSION: '7' }, replies: [{ text: 'Hi.' }] });
  own.write(user('go'));
  await own.next({ type: 'result' });
  expect(own.api.requests[0]?.headers['user-agent']).toMatch(/ \(my-host, agent-sdk\/7\)$/);
  const none = await startWire({ env: { CLAUDE_CODE_ENTRYPOINT: '' }, replies: [{ text: 'Hi.' }] });
  none.write(user('go'));
  await none.next({ type: 'result' });
  expect(none.api.requests[0]?.headers['user-agent']).toMatch(/^loadout\/\S+$/);
});
