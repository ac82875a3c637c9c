import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load, makeSandbox, TOOL_FS } from '../load/sandbox.fixture.js';

const sandbox = makeSandbox();
beforeAll(() => sandbox.install('@loadout/tool-fs', TOOL_FS));
afterAll(() => sandbox.remove());

/** Counts the calls of the function with this name during `work`. The JavaScript engine itself counts them. */
async function callsOf(name: string, work: () => Promise<unknown>): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const functions = result.flatMap((script) => script.functions).filter((one) => one.functionName === name);
    return functions.reduce((sum, one) => sum + (one.ranges[0]?.count ?? 0), 0);
  } finally {
    session.disconnect();
  }
}

const TEXT = 'plugins: { fs: "@loadout/tool-fs" }\nagents: { main: {} }\npermissions:\n';

describe('a rule of a configuration', () => {
  it.each([
    ['a deny rule', '  deny: [Read(secrets/**)]\n', 1],
    ['a rule with examples', '  deny: [{ rule: Read(secrets/**), match: [secrets/a], notMatch: [b] }]\n', 1],
    ['two rules that are not the same', '  deny: [Read(secrets/**)]\n  allow: [Read(secrets/**)]\n', 2],
  ])('is parsed once from the file to the plan: %s', async (_, rules, times) => {
    const project = sandbox.project({ 'agent.config.yaml': TEXT + rules });
    expect(await callsOf('parsePermissionRule', () => load(project))).toBe(times);
  });
});
