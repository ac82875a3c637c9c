import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { load, makeSandbox, problems } from '../load/sandbox.fixture.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());
const project = (telemetry: string) => sandbox.project({ 'agent.config.yaml': `${telemetry}agents: { main: {} }\n` });

it("telemetry.trace is a folder relative to the file, or true for the session's folder (TRACE-01)", async () => {
  const cwd = project('telemetry: { trace: ./traces }\n');
  expect((await load(cwd)).plan.telemetry).toEqual({ trace: join(cwd, 'traces') });
  expect((await load(project('telemetry: { trace: true }\n'))).plan.telemetry).toEqual({ trace: true });
  expect((await load(project(''))).plan).not.toHaveProperty('telemetry');
  expect(await problems(project('telemetry: { trace: 3 }\n'))).toEqual([expect.stringMatching(/telemetry\.trace$/)]);
});
