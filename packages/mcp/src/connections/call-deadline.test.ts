import { callTool } from '@loadout/testing';
import { expect, it } from 'vitest';
import { hostile } from '../testing/servers.js';
import { context, withServers } from '../testing/with-servers.js';

it('an answer that came while this process stood still counts, and not its timeout (F11)', async () => {
  const { tool } = await withServers({ s: { ...hostile('slow', '200'), timeout: 1_000 } });
  const given = context();
  const pending = callTool(tool('mcp__s__echo'), {}, given);
  await new Promise((resolve) => setTimeout(resolve, 50));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  expect(await pending).toMatchObject({ isError: false, content: 'late' });
});
