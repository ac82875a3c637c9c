import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnyTool, definePlugin } from '@loadout/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Check } from '../check.js';
import { pluginChecks } from '../plugin-checks.js';
import { toolChecks } from '../tool-checks.js';
import { ACTING } from './acting.fixture.js';
import { ANSWERS, SOURCE_NAMES } from './answers.fixture.js';
import { EARLY_AND_LATE } from './early.fixture.js';
import { cases, type Planted, probe, type World } from './fault.fixture.js';
import { HOOKS } from './hooks.fixture.js';
import { SHARED } from './shared.fixture.js';

const FAULTS = { ...ACTING, ...EARLY_AND_LATE, ...ANSWERS, ...HOOKS, ...SOURCE_NAMES, ...SHARED };
const ROWS = Object.values(FAULTS).flat();

const server = createServer((_, response) => response.end('x'));
let world: World;

beforeAll(async () => {
  const outside = mkdtempSync(join(tmpdir(), 'loadout-outside-'));
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  world = { outside, port, url: `http://127.0.0.1:${port}/` };
});
afterAll(() => {
  rmSync(world.outside, { recursive: true });
  server.closeAllConnections();
  server.close();
});

const checksOf = ({ tool = {}, cases: own = {}, hooks }: Planted): readonly Check[] =>
  hooks === undefined
    ? toolChecks({ ...probe, ...tool } as AnyTool, { ...cases, ...own })
    : pluginChecks(definePlugin({ name: 'p', setup: () => ({ hooks }) }), {
        packageJson: { loadout: { api: 1, plugin: './dist/index.js', hooks: Object.keys(hooks) } },
        disposeGraceMs: 100,
        limitMs: 200,
      });

async function failuresOf(planted: Planted): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const { name, run } of checksOf(planted)) await run().catch((error: Error) => failed.push(`${name} | ${error.message}`));
  return failed;
}

describe('the test kit (GAP-F5, GAP-F6)', () => {
  it('has at least seventy faults to find, three or more of each kind, each under a name of its own', () => {
    expect(ROWS.length).toBeGreaterThanOrEqual(70);
    expect(Object.entries(FAULTS).filter(([, rows]) => rows.length < 3)).toEqual([]);
    expect(new Set(ROWS.map(([fault]) => fault)).size).toBe(ROWS.length);
  });

  it.each(ROWS)('finds: %s', async (_, plant, check, words) => {
    const failed = await failuresOf(plant(world));
    expect(failed.filter((line) => line.startsWith(check)).join('\n')).toMatch(words);
  });
});
