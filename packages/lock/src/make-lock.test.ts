import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeSandbox } from '../../config/src/load/sandbox.fixture.js';
import { lockText, readLock } from './lock-file.js';
import { differsFromLock, makeLock, type ServersNow } from './make-lock.js';
import { verifyLoaded } from './verify-lock.js';

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
  return readLock(options)?.mcp;
}

it('a server that could not be asked keeps what was approved', async () => {
  const mcp = { fingerprints: { docs: { search: 'a2' } }, unasked: ['late'] };
  expect(await serversIn(mcp)).toEqual({ docs: { search: 'a2' }, late: { wait: 'c3' } });
  expect((await differsFromLock(optionsFor(mcp))).join('\n')).not.toContain('late');
});

it('all servers keep what was approved if none was asked', async () => {
  expect(await serversIn()).toEqual(LOCKED);
});

it('parts that are equal are written out each time', async () => {
  const options = optionsFor();
  const touches = { fs: 'read' as const };
  const servers = { a: touches, b: touches };
  const text = lockText({ plugins: {}, hooks: {}, mcp: LOCKED, servers }, options);
  expect(text).not.toMatch(/[&*]a1/);
  writeFileSync(join(options.configDir, 'loadout.lock'), text);
  expect(readLock(options)).toEqual({ plugins: {}, hooks: {}, mcp: LOCKED, servers });
  expect(await makeLock(options)).toBe(text);
});

describe('two configurations in one folder (GAP-F7)', () => {
  const CONFIG =
    'hooks: { PreToolUse: [{ hooks: [{ type: command, command: ./guard.sh }] }] }\nagents: { helper: { instructions: Help. } }\n';
  const place = (lock?: object) => {
    const configDir = sandbox.project({
      'agent.config.yaml': CONFIG,
      'review.yaml': 'agents: { helper: { instructions: Review. } }\n',
      'guard.sh': 'exit 0\n',
      ...(lock === undefined ? {} : { 'loadout.lock': JSON.stringify(lock) }),
    });
    const of = (name: string) => {
      const configFile = join(configDir, name);
      return { configFile, configDir, mounts: [], env: {}, trust: { file: join(configDir, 'trust.json') } };
    };
    const write = async (name: string) => writeFileSync(join(configDir, 'loadout.lock'), await makeLock(of(name)));
    return { of, write };
  };

  it.each([
    ['agent.config.yaml', 'review.yaml'],
    ['review.yaml', 'agent.config.yaml'],
  ])('each have a lock, and the lock of %s says nothing of %s', async (first, second) => {
    const { of, write } = place();
    await write(first);
    expect([readLock(of(first)) !== undefined, readLock(of(second))]).toEqual([true, undefined]);
    await expect(differsFromLock(of(second))).rejects.toMatchObject({
      code: 'LOCK_MISSING',
      message: `${second} has no lock in loadout.lock to verify.`,
    });
    await expect(verifyLoaded({ ...of(second), hooks: true })).resolves.toBeUndefined();
    const before = readLock(of(first));
    await write(second);
    expect(readLock(of(first))).toEqual(before);
    for (const name of [first, second]) expect(await differsFromLock(of(name))).toEqual([]);
  });

  it('a difference of one is answered with the command for it, which leaves the other as it is', async () => {
    const { of, write } = place();
    await write('agent.config.yaml');
    await write('review.yaml');
    writeFileSync(of('review.yaml').configFile, CONFIG);
    await expect(verifyLoaded({ ...of('review.yaml'), hooks: true })).rejects.toMatchObject({
      code: 'LOCK_CHANGED',
      fix: expect.stringContaining('update the lock with: loadout lock --config review.yaml.'),
    });
    await verifyLoaded({ ...of('agent.config.yaml'), hooks: true });
    await write('review.yaml');
    for (const name of ['agent.config.yaml', 'review.yaml']) await verifyLoaded({ ...of(name), hooks: true });
  });

  it.each([
    [{ version: 1, configurations: [] }, 'configurations is not a map'],
    [{ version: 1, configurations: { 'review.yaml': { hooks: 1 } } }, 'configurations.review.yaml.hooks is not a map'],
    [{ version: 1, configurations: { 'review.yaml': 'x' } }, 'configurations.review.yaml.mcp is not a map'],
  ])('%j cannot be used', (lock, problem) => {
    const { of } = place(lock);
    expect(() => readLock(of('review.yaml'))).toThrow(problem);
  });
});
