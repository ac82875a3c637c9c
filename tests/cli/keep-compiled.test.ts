import { existsSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadoutProcess, project } from '../lib/loadout.js';

it('a start keeps what it compiled, where this Node can', async () => {
  const cwd = project({});
  const { code, stderr } = await loadoutProcess(['schema'], { cwd, env: { XDG_CACHE_HOME: join(cwd, 'cache') } });
  expect(code, stderr).toBe(0);
  expect(existsSync(join(cwd, 'cache', 'loadout', 'compiled'))).toBe('enableCompileCache' in module);
});
