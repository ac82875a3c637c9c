import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeSandbox } from '../load/sandbox.fixture.js';
import { readLock } from './lock-file.js';
import { differsFromLock, makeLock, type ServersNow } from './make-lock.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());

const LOCKED = { docs: { search: 'a1' }, gone: { find: 'b2' }, late: { wait: 'c3' } };

const optionsFor = (mcp?: ServersNow) => {
  const configDir = sandbox.project({
    'agent.config.yaml': 'agents: { helper: { instructions: Help. } }\n',
    'loadout.lock': JSON.stringify({ version: 1, plugins: {}, hooks: {}, mcp: LOCKED }),
  });
  const configFile = join(configDir, 'agent.config.yaml');
  return { configFile, configDir, mounts: [], env: {}, trust: { file: join(configDir, 'trust.json') }, mcp };
};
async function serversIn(mcp?: ServersNow) {
  const options = optionsFor(mcp);
  writeFileSync(join(options.configDir, 'loadout.lock'), await makeLock(options));
  return readLock(options.configDir)?.mcp;
}

it('a server that could not be asked keeps what was approved', async () => {
  const mcp = { fingerprints: { docs: { search: 'a2' } }, unasked: ['late'] };
  expect(await serversIn(mcp)).toEqual({ docs: { search: 'a2' }, late: { wait: 'c3' } });
  expect((await differsFromLock(optionsFor(mcp))).join('\n')).not.toContain('late');
});

it('all servers keep what was approved if none was asked', async () => {
  expect(await serversIn()).toEqual(LOCKED);
});
