import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandHost } from '@loadout/core/commands';
import { expect, it, onTestFinished } from 'vitest';
import { makeEngineKey } from '../door/engine-key.js';
import approve from './approve.js';

function home(): string {
  const dir = mkdtempSync(join(tmpdir(), 'loadout-approve-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function refused(env: Readonly<Record<string, string>>) {
  const told: string[] = [];
  const host = { cwd: '/', env, tell: (text: string) => void told.push(text) } as unknown as CommandHost;
  const error = await approve
    .run({ positionals: ['4f0c2a91'], flags: { key: undefined } } as never, host)
    .catch((one: unknown) => one);
  return { error, told: told.join('') };
}

it.each([
  ['no key', 'ENGINE_KEY_FILE', () => {}],
  ['a key and no engine', 'ENGINE_UNREACHABLE', (file: string) => void makeEngineKey(file)],
])('an answer to an id where there is %s says how a run of another server is named', async (_, code, prepare) => {
  const file = join(home(), 'key');
  prepare(file);
  const { error, told } = await refused({
    LOADOUT_ENGINE: 'http://127.0.0.1:9',
    LOADOUT_ENGINE_ADMIN: 'http://127.0.0.1:9',
    LOADOUT_ENGINE_KEY_FILE: file,
  });
  expect(error).toMatchObject({ code });
  expect(told).toContain('A run of loadout serve http is named by its address: http://HOST:PORT/runs/4f0c2a91');
});
