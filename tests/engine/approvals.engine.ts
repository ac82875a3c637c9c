import { generateKeyPairSync } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, engineAt } from '@loadout/engine-restate';
import { describe, expect, it } from 'vitest';
import { openRestate, type RestateUnderTest } from './restate-engine.test-kit.js';

const PLUGIN = `import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definePlugin, defineTool } from '@loadout/core';
const ship = defineTool({
  name: 'ship',
  description: 'Ships.',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: false },
  call() {
    writeFileSync(join(import.meta.dirname, 'shipped'), '');
    return 'shipped';
  },
});
export default definePlugin({ name: 'ships', setup: () => ({ tools: [ship] }) });
`;

const configOf = (approvals: object) => `plugins: { ships: ./ships.mjs }
providers: { script: { use: '@loadout/model-script', options: { file: ./script.yaml } } }
permissions: { approvals: ${JSON.stringify(approvals)} }
agents: { shipper: { model: script/any, instructions: Ship., tools: ['*'], permissions: { ask: [ships__ship] } } }
`;

const open = (approvals: object) =>
  openRestate({
    'agent.config.yaml': configOf(approvals),
    'ships.mjs': PLUGIN,
    'script.yaml': 'turns:\n  - tools: [{ ships__ship: {} }]\n  - text: Over.\n',
  });

function keyPair() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    line: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Sends a request as one who has the key of the door, but seals nothing. */
const send = ({ address }: RestateUnderTest, path: string, body: unknown, once?: string) =>
  ask(engineAt(address).ingress, path, { body, once });

/** The id by which the engine wakes the run that waits. */
async function awakeableOf({ address }: RestateUnderTest, hash: string): Promise<string> {
  const query = `SELECT value_utf8 FROM state WHERE service_name = 'loadout-approvals' AND service_key = '${hash}' AND key = 'opened'`;
  const { text } = await ask(engineAt(address).admin, '/query', { body: { query } });
  const { rows } = JSON.parse(text) as { readonly rows: readonly { readonly value_utf8: string }[] };
  return (JSON.parse(rows[0]?.value_utf8 ?? '{}') as { readonly awakeable: string }).awakeable;
}

describe('an approval on the engine', () => {
  it('expires: the call is denied, and the record says that nobody answered', async () => {
    const engine = await open({ expireAfter: '1s' });
    const run = await engine.submit('shipper');
    await engine.work();
    const { view } = await engine.untilRun(run, ({ state }) => state === 'ended');
    expect(view?.end).toMatchObject({ outcome: 'denied', text: 'Over.' });
    expect(view?.answers).toMatchObject([{ behavior: 'deny', by: 'nobody' }]);
    expect(existsSync(join(engine.dir, 'shipped'))).toBe(false);
    await expect(engine.command('approve', run)).rejects.toThrow('ENGINE_NOTHING_ASKED');
  });

  it('is refused after its time, also while no worker is there to deny the call', async () => {
    const engine = await open({ expireAfter: '3s' });
    const run = await engine.submit('shipper');
    const worker = await engine.work();
    const { asks } = await engine.untilRun(run, ({ state }) => state === 'waiting');
    process.kill(worker.pid, 'SIGKILL');
    await engine.untilRun(run, () => Date.now() > Date.parse(asks[0]?.expires ?? ''));
    await expect(engine.command('approve', run)).rejects.toThrow('ENGINE_EXPIRED');
    await engine.work();
    await engine.untilRun(run, ({ state }) => state === 'ended');
    expect(existsSync(join(engine.dir, 'shipped'))).toBe(false);
  });

  it('counts only with the signature of a person on the list', async () => {
    const [alice, mallory] = [keyPair(), keyPair()];
    const engine = await open({ from: { alice: alice.line } });
    writeFileSync(join(engine.dir, 'alice.pem'), alice.pem);
    writeFileSync(join(engine.dir, 'mallory.pem'), mallory.pem);
    const run = await engine.submit('shipper');
    await engine.work();
    const { asks } = await engine.untilRun(run, ({ state }) => state === 'waiting');
    const hash = asks[0]?.hash ?? '';
    expect(await engine.command('runs')).toContain('  of alice\n');

    await expect(engine.command('approve', run)).rejects.toThrow('ENGINE_NO_APPROVER');
    await expect(engine.command('approve', run, '--key', 'mallory.pem')).rejects.toThrow('ENGINE_NO_APPROVER');
    const forged = { behavior: 'allow', by: 'alice', proof: 'AAAA' };
    for (const sent of [forged, null, { ...forged, proof: 5 }]) await send(engine, `/loadout-approvals/${hash}/answer`, sent);
    const first = await awakeableOf(engine, hash);
    await send(engine, `/restate/awakeables/${first}/resolve`, { ...forged, hash, at: '' });
    // The run woke up, found nothing that counts, and waits again.
    await expect.poll(() => awakeableOf(engine, hash)).not.toBe(first);
    expect(existsSync(join(engine.dir, 'shipped'))).toBe(false);

    await engine.command('approve', run, '--key', 'alice.pem');
    const { view } = await engine.untilRun(run, ({ state }) => state === 'ended');
    expect(view?.answers).toMatchObject([{ behavior: 'allow', by: 'alice', hash }]);
    expect(existsSync(join(engine.dir, 'shipped'))).toBe(true);
  });

  it('is not used up by a forged request, with a worker and without one', async () => {
    const alice = keyPair();
    const engine = await open({ from: { alice: alice.line } });
    writeFileSync(join(engine.dir, 'alice.pem'), alice.pem);
    const run = await engine.submit('shipper');
    const worker = await engine.work();
    const { asks } = await engine.untilRun(run, ({ state }) => state === 'waiting');
    const hash = asks[0]?.hash ?? '';
    const forge = (key: string) =>
      send(engine, `/loadout-approvals/${hash}/answer/send`, { behavior: 'allow', by: 'alice', proof: 'AAAA' }, key);
    await forge(hash);
    process.kill(worker.pid, 'SIGKILL');
    await forge(`${hash}.AAAA`);
    await engine.command('approve', run, '--key', 'alice.pem');
    await expect(engine.command('approve', run, '--key', 'alice.pem')).rejects.toThrow('ENGINE_ANSWERED');
    expect(existsSync(join(engine.dir, 'shipped'))).toBe(false);
    await engine.work();
    const { view } = await engine.untilRun(run, ({ state }) => state === 'ended');
    expect(view?.answers).toMatchObject([{ behavior: 'allow', by: 'alice', hash }]);
    expect(existsSync(join(engine.dir, 'shipped'))).toBe(true);
  });

  it('takes no question and no expiry from outside', async () => {
    const engine = await open({ expireAfter: '1h' });
    const run = await engine.submit('shipper');
    await engine.work();
    const { asks } = await engine.untilRun(run, ({ state }) => state === 'waiting');
    for (const handler of ['open', 'expire']) {
      const { status } = await send(engine, `/loadout-approvals/${asks[0]?.hash}/${handler}`, {});
      expect(status).toBeGreaterThanOrEqual(400);
    }
    expect((await engine.untilRun(run, () => true)).state).toBe('waiting');
  });
});
