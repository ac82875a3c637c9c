import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAgent } from '../agent/create-agent.js';
import { model, runAgent, tempFolder } from '../run/scripted.test-kit.js';

/** Makes a session as a kill before the prompt was sent leaves it. */
async function killedBeforeItsPrompt(records: number) {
  const answers = model((request) => ({ text: `asked: ${JSON.stringify(request.messages)}` }));
  const first = await runAgent({ model: answers, prompt: 'Count the stars.' });
  const lines = readFileSync(first.run.transcript, 'utf8').split('\n');
  writeFileSync(first.run.transcript, `${lines.slice(0, records).join('\n')}\n`);
  const again = (prompt?: string, resume = first.run.sessionId) =>
    runAgent({ model: answers, workspace: first.workspace, ...(prompt === undefined ? {} : { prompt }), run: { resume } });
  return { ...first, again };
}

/** Interrupts a run while a hook of its start has not answered yet. */
async function interruptedBeforeItsPrompt() {
  const workspace = tempFolder();
  const hooks = { SessionStart: [{ name: 'slow', matcher: '*', run: () => new Promise<undefined>(() => {}) }] };
  const options = { model: model([{ text: 'x' }]), workspace, sessionsDir: join(workspace, '.sessions'), env: {}, hooks };
  const agent = await createAgent(options);
  const run = agent.run('Count the stars.');
  run.interrupt();
  expect((await run.result).outcome).toBe('interrupted');
  await agent.close();
  return { workspace, run };
}

describe('a prompt', () => {
  it('is recorded before anything slow starts (F9)', async () => {
    const workspace = tempFolder();
    const agent = await createAgent({
      model: model([{ text: 'x' }]),
      workspace,
      sessionsDir: join(workspace, '.sessions'),
      env: {},
    });
    const run = agent.run('Count the stars.');
    expect(readFileSync(run.transcript, 'utf8')).toContain('Count the stars.');
    await run.result;
    await agent.close();
  });

  it('is sent when its session is resumed, once, if it was never sent (F9)', async () => {
    const { again } = await killedBeforeItsPrompt(2);
    const { result } = await again();
    expect(result.outcome).toBe('success');
    expect(result.text.match(/Count the stars/g)).toHaveLength(1);
    const next = await again('And now?');
    expect(next.events.filter(({ type }) => type === 'notice')).toEqual([]);
  });

  it('is sent when its session is resumed, if its run was interrupted before it was sent', async () => {
    const { workspace, run } = await interruptedBeforeItsPrompt();
    const answers = model((request) => ({ text: JSON.stringify(request.messages) }));
    const { result } = await runAgent({ model: answers, workspace, run: { resume: run.sessionId } });
    expect([result.outcome, result.text]).toEqual(['success', expect.stringContaining('Count the stars.')]);
  });

  it('is reported if it was never sent and another prompt takes its place', async () => {
    const { again } = await killedBeforeItsPrompt(2);
    const { events, result } = await again('Count the moons.');
    expect(result.text).not.toContain('stars');
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'notice',
        message: expect.stringContaining('was not sent, because its run ended first: "Count the stars."'),
      }),
    );
  });

  it('makes a session the latest one: an empty session is skipped (F9)', async () => {
    const { workspace } = await killedBeforeItsPrompt(1);
    const answers = model([{ text: 'one' }]);
    await expect(runAgent({ model: answers, workspace, run: { resume: 'latest' } })).rejects.toMatchObject({
      code: 'SESSION_UNKNOWN',
    });
    const { run } = await runAgent({ model: model([{ text: 'one' }]), workspace });
    const later = await runAgent({ model: model([{ text: 'two' }]), workspace, prompt: 'More?', run: { resume: 'latest' } });
    expect(later.run.sessionId).toBe(run.sessionId);
  });
});
