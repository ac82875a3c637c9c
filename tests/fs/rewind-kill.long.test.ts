import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { rewindSession } from '@loadout/checkpoints';
import type { RewindResult } from '@loadout/core/run';
import fs from '@loadout/tool-fs';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { treeOf } from '../../packages/checkpoints/src/checkpoints.test-kit.js';
import type { WriterWork } from './rewind-writer.js';

/** `LOADOUT_KILLS=1000 npx vitest run tests/fs/rewind-kill.test.ts` is the long run. */
const KILLS = Number(process.env.LOADOUT_KILLS ?? 5);
const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

describe('kill -9 while files are changed with checkpoints', () => {
  let base = '';
  let program = '';
  beforeAll(async () => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-rewind-')));
    program = join(base, 'writer.mjs');
    await build({
      entryPoints: [fileOf('rewind-writer.ts')],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      tsconfig: fileOf('../../tsconfig.json'),
      external: ['sharp', 'unpdf', '@vscode/ripgrep', 'vitest'],
      logLevel: 'silent',
    });
  });
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  function project(name: string): Pick<WriterWork, 'dir' | 'artifactDir' | 'id'> {
    const dir = join(base, name, 'work');
    mkdirSync(dir, { recursive: true });
    for (const n of [0, 1]) writeFileSync(join(dir, `${n}.txt`), `as it was ${n}\n`);
    return { dir, artifactDir: join(base, name, 'artifacts'), id: 's' };
  }

  async function killed(work: WriterWork, afterMs: number): Promise<void> {
    const child = spawn(process.execPath, [program, JSON.stringify(work)], { stdio: ['pipe', 'pipe', 'pipe'] });
    let problem = '';
    child.stderr.on('data', (chunk) => {
      problem += chunk;
    });
    const closed = once(child, 'close');
    await Promise.race([once(child.stdout, 'data'), closed]);
    // A random moment, not a wait for an event.
    await setTimeout(afterMs);
    child.kill('SIGKILL');
    expect(await closed, problem).toEqual([null, 'SIGKILL']);
  }

  const rewound = ({ id, artifactDir }: Pick<WriterWork, 'id' | 'artifactDir'>): Promise<RewindResult> =>
    rewindSession({ id, artifactDir, startedAt: new Date().toISOString() }, 'prompt-0');

  /** Removes the leftovers of a killed Write, as the next start of the file tools does. */
  async function cleared({ dir, artifactDir }: Pick<WriterWork, 'dir' | 'artifactDir'>): Promise<void> {
    const stateDir = join(artifactDir, 'state');
    const parts = await fs.setup({ options: {} as never, mount: 'fs', configDir: dir, stateDir });
    await parts.dispose?.();
  }

  it('between a copy and the write leaves the old file and an index that can be read (STATE-04)', async () => {
    const work = project('stopped');
    const before = treeOf(work.dir);
    await killed({ ...work, seed: 1, stops: true }, 0);
    expect(treeOf(work.dir)).toEqual(before);
    const index = readFileSync(join(work.artifactDir, 'checkpoints', 's', 'index.jsonl'), 'utf8');
    expect(
      index
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).t),
    ).toEqual(['session', 'prompt', 'file']);
    expect(await rewound(work)).toEqual({ canRewind: true, filesChanged: [], insertions: 0, deletions: 0 });
  });

  it(`at any moment loses nothing that the rewind needs, ${KILLS} times (SESS-06)`, async () => {
    const seed = Date.now() % 2 ** 31;
    for (let round = 0; round < KILLS; round++) {
      const work = project(`round-${round}`);
      const before = treeOf(work.dir);
      const afterMs = (((seed + round) * 2654435761) >>> 0) % 150;
      await killed({ ...work, seed: seed + round }, afterMs);
      const context = `seed ${seed}, round ${round}, killed after ${afterMs} ms`;
      await cleared(work);
      expect(await rewound(work), context).toMatchObject({ canRewind: true });
      expect(treeOf(work.dir), context).toEqual(before);
    }
  }, 3_600_000);
});
