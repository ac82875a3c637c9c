import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@loadout/config';
import { expect, it } from 'vitest';
import { startFailure } from './start-failure.js';
import { tellable } from './tellable.js';

it('a configuration that is wrong is told as its problems, each with its place and its fix', async () => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-told-')));
  const file = join(cwd, 'agent.config.yaml');
  writeFileSync(file, 'agents: { a: { instructions: Hi., toolz: [] } }\npermissions: { deny: [Read("] }\n');
  const error = await loadConfig({ cwd, env: {} }).catch((thrown: unknown) => thrown);
  expect(tellable(error)).toMatch(`${file}:2:`);
  expect(tellable(error)).not.toContain('\n');
  expect(startFailure(error)).toMatchObject({ errors: [tellable(error)] });
  expect(tellable(new Error('a\n b'))).toBe('a b');
});
