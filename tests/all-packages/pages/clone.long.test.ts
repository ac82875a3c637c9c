import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../../lib/loadout.js';
import { npmEnv } from '../../lib/npm-env.js';
import { isPacking, tried } from './blocks.test-kit.js';

it('the way from a clone into a project works as it is typed, with the real npm (GAP-G1)', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-clone-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const project = join(folder, 'my-project');
  mkdirSync(project);
  const [block] = tried('sh').filter(isPacking);
  const text = block?.text.replaceAll('/tmp/loadout', join(folder, 'packed')).replace('my-project', project) ?? '';
  const run = async (script: string, cwd: string) =>
    (await promisify(execFile)('bash', ['-ec', script], { cwd, env: npmEnv(folder), maxBuffer: 2 ** 26 })).stdout;
  await run(text, root);
  await run('npx @loadout/cli init', project);
  expect(await run('npx @loadout/cli run "What is in this folder?"', project)).toContain('script');
});
