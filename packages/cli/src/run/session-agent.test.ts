import { mkdirSync, writeFileSync } from 'node:fs';
import type { Plan } from '@loadout/core/run';
import { sessionFolder } from '@loadout/sessions';
import { describe, expect, it } from 'vitest';
import { planFor, tempFolder } from '../../../runner/src/run/scripted.test-kit.js';
import { parseArguments } from '../arguments/parse-arguments.js';
import { run } from '../arguments/run-definitions.js';
import { memoryIo } from '../testing/memory-io.js';
import { runAgent } from './run-agent.js';
import { resumedSession } from './session-agent.js';

function project(lines: readonly string[]): { readonly plan: Plan; readonly env: Readonly<Record<string, string>> } {
  const env = { LOADOUT_STATE_DIR: tempFolder() };
  const plan = planFor(tempFolder());
  const { dir } = sessionFolder({ workspace: plan.workspace, dir: plan.sessions.dir, env });
  mkdirSync(dir, { recursive: true });
  writeFileSync(`${dir}/one.jsonl`, lines.map((line) => `${line}\n`).join(''));
  return { plan, env };
}

describe('the agent of a session that is resumed', () => {
  it('is the one on record', () => {
    const where = project(['{"t":"session","id":"one","agent":"main"}']);
    expect(resumedSession('one', where)).toEqual({ id: 'one', agent: 'main' });
  });

  it.each([
    ['has no header', ['not a header'], 'one', 'SESSION_DAMAGED'],
    ['names no agent', ['{"t":"session","id":"one"}'], 'one', 'SESSION_DAMAGED'],
    ['is not there', [], 'two', 'SESSION_UNKNOWN'],
  ])('is asked of no plan if the session %s: no agent is made for it', (_, lines, given, code) => {
    expect(() => resumedSession(given, project(lines))).toThrow(expect.objectContaining({ code }));
  });
});

it('a session that is resumed needs the params of its own agent, and no others', async () => {
  const cwd = tempFolder();
  const agents = {
    main: { instructions: 'Answer.', params: { day: { required: true } } },
    other: { instructions: 'Greet ${param:who}.', params: { who: { required: true } } },
  };
  writeFileSync(`${cwd}/agent.config.json`, JSON.stringify({ agents }));
  const { io, written } = memoryIo({ cwd, env: { LOADOUT_STATE_DIR: tempFolder(), HOME: tempFolder() } });
  const code = (words: readonly string[], { resume, param }: { readonly resume?: string; readonly param?: string }) => {
    const { flags } = parseArguments(run, param === undefined ? [] : ['--param', param]);
    return runAgent({ flags, words, resume }, io);
  };
  expect(await code(['main', 'Hello'], { param: 'day=one' }), written().all).toBe(0);
  expect(await code(['Again'], { resume: 'latest', param: 'day=two' }), written().all).toBe(0);
  await expect(code(['Again'], { resume: 'latest' })).rejects.toMatchObject({
    problems: [expect.objectContaining({ code: 'CONFIG_PARAM_MISSING', message: expect.stringContaining('"day"') })],
  });
});
