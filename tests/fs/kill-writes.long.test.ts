import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import plugin from '@loadout/tool-fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** `LOADOUT_KILLS=1000 npx vitest run tests/fs/kill-writes.test.ts` is the long run. */
const KILLS = Number(process.env.LOADOUT_KILLS ?? 30);
const WRITER = fileURLToPath(new URL('./write-and-edit.mjs', import.meta.url));
const isTemporary = (name: string) => name.startsWith('.loadout-');

describe('kill -9 during Write and Edit', () => {
  let base = '';
  let folder = '';
  let stateDir = '';
  beforeAll(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-kill-')));
    [folder, stateDir] = [join(base, 'work'), join(base, 'state')];
    mkdirSync(folder);
  });
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  const start = () => plugin.setup({ options: {} as never, mount: 'fs', configDir: folder, stateDir });

  it(`leaves whole files, and temporary files that the next start removes, ${KILLS} times (TOOL-WRITE-01)`, async () => {
    const seed = Date.now() % 2 ** 31;
    const counts = { kills: 0, files: 0, torn: 0, strays: 0, left: 0, records: 0 };
    for (let round = 0; round < KILLS; round++) {
      await killAtRandom(seed + round, { folder, stateDir });
      counts.kills += 1;
      counts.strays += readdirSync(folder).filter(isTemporary).length;
      const parts = await start();
      await parts.dispose?.();
      for (const name of readdirSync(folder)) {
        if (isTemporary(name)) counts.left += 1;
        else counts.files += 1;
        if (!isTemporary(name) && !isWhole(join(folder, name))) counts.torn += 1;
      }
      counts.records += readdirSync(join(stateDir, 'temporaries')).length;
    }
    console.log(`seed ${seed}: ${JSON.stringify(counts)}`);
    expect(counts, `seed ${seed}`).toMatchObject({ kills: KILLS, torn: 0, left: 0, records: 0 });
  }, 3_600_000);

  it('looks for nothing where nothing was ever written', async () => {
    const none = join(base, 'none');
    const parts = await plugin.setup({ options: {} as never, mount: 'fs', configDir: base, stateDir: none });
    await parts.dispose?.();
    expect(existsSync(none)).toBe(false);
  });
});

async function killAtRandom(seed: number, { folder, stateDir }: { readonly folder: string; readonly stateDir: string }) {
  const child = spawn(process.execPath, [WRITER, folder, stateDir, String(seed)], { stdio: ['ignore', 'pipe', 'pipe'] });
  let problem = '';
  child.stderr.on('data', (chunk) => {
    problem += chunk;
  });
  const closed = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), closed]);
  // A random moment within the next writes, not a wait for an event.
  await setTimeout((((seed * 2654435761) >>> 0) % 4000) / 100);
  child.kill('SIGKILL');
  const [code] = await closed;
  expect(code, problem).toBe(null);
}

function isWhole(path: string): boolean {
  const text = readFileSync(path, 'utf8');
  const feed = text.indexOf('\n');
  return (
    createHash('sha256')
      .update(text.slice(feed + 1))
      .digest('hex') === text.slice(0, feed)
  );
}
