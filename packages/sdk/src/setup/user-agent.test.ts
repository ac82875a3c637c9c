import { expect, it } from 'vitest';
import { userAgent } from './connection.js';

it("requests name the engine and the program that started it; Loadout's own variables come first (CLI-06)", () => {
  expect(userAgent({})).toMatch(/^loadout\/\d+\.\d+\.\d+$/);
  const sdk = { CLAUDE_CODE_ENTRYPOINT: 'sdk-ts', CLAUDE_AGENT_SDK_VERSION: '0.3.330' };
  expect(userAgent(sdk)).toMatch(/ \(sdk-ts, agent-sdk\/0\.3\.330\)$/);
  expect(userAgent({ ...sdk, LOADOUT_ENTRYPOINT: 'host', LOADOUT_SDK_VERSION: '' })).toMatch(/ \(host, agent-sdk\/0\.3\.330\)$/);
});

it('requests name the app of the program (GAP-D11)', () => {
  const env = { CLAUDE_CODE_ENTRYPOINT: 'sdk-ts', CLAUDE_AGENT_SDK_CLIENT_APP: 'my-app/1.2' };
  expect(userAgent(env)).toMatch(/ \(sdk-ts, client-app\/my-app\/1\.2\)$/);
});

it('characters that a header cannot contain are left out', () => {
  expect(userAgent({ CLAUDE_CODE_ENTRYPOINT: 'ä\r\nx-evil: 1' })).toMatch(/ \(x-evil: 1\)$/);
});
