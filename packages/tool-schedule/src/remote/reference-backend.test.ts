import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { callTool } from '@loadout/testing';
import { expect, it, onTestFinished } from 'vitest';
import { remoteTriggerTool } from './remote-trigger-tool.js';

const file = fileURLToPath(new URL('../../../../examples/08-remote-trigger/backend.mjs', import.meta.url));

it('every action works against the reference backend, with real effect (TOOL-RT-01)', async () => {
  const server = spawn(process.execPath, [file, '0'], { env: { TRIGGER_TOKEN: 'secret' }, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void server.kill());
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  const url = line.toString().trim();
  const remote = remoteTriggerTool({ url, headers: { authorization: 'Bearer secret' }, timeoutSeconds: 20 });
  const ask = async (input: object) => (await callTool(remote, input)).structuredContent as { status: number; json: unknown };
  const made = await ask({ action: 'create', name: 'report', schedule: '0 9 * * *', prompt: 'Write it.' });
  const { id } = made.json as { id: string };
  expect(made).toMatchObject({ status: 201, json: { name: 'report', runs: 0 } });
  expect(await ask({ action: 'update', id, prompt: 'Write more.' })).toMatchObject({ json: { id, prompt: 'Write more.' } });
  expect(await ask({ action: 'run', id })).toEqual({ status: 202, json: { id, run: 1 } });
  expect(await ask({ action: 'get', id })).toMatchObject({ json: { id, prompt: 'Write more.', runs: 1 } });
  expect(await ask({ action: 'delete', id })).toEqual({ status: 204, json: null });
  expect(await ask({ action: 'list' })).toEqual({ status: 200, json: [] });
  expect((await callTool(remote, { action: 'get', id })).content).toContain(`no trigger ${id}`);
  const stranger = remoteTriggerTool({ url, headers: { authorization: 'Bearer other' }, timeoutSeconds: 20 });
  expect(await callTool(stranger, { action: 'list' })).toMatchObject({ isError: true, content: expect.stringContaining('401') });
});
