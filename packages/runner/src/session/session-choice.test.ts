import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAgent } from '../agent/create-agent.js';
import { model, runAgent, tempFolder } from '../run/scripted.test-kit.js';

describe('resuming (SESS-02, BUG-39)', () => {
  it('latest continues the newest session of this folder, whichever folder was used last', async () => {
    const sessionsDir = join(tempFolder(), 'sessions');
    const here = await runAgent({ sessionsDir, model: model([{ text: 'here' }]), prompt: 'First.' });
    const elsewhere = await runAgent({ sessionsDir, model: model([{ text: 'there' }]), prompt: 'Second.' });
    utimesSync(elsewhere.run.transcript, new Date(), new Date(Date.now() + 60_000));
    const scripted = model([{ text: 'on' }]);
    const on = await runAgent({
      sessionsDir,
      workspace: here.workspace,
      model: scripted,
      prompt: 'Go on.',
      run: { resume: 'latest' },
    });
    expect(on.run.sessionId).toBe(here.run.sessionId);
    expect(JSON.stringify(scripted.requests[0]?.messages)).toContain('First.');
    expect(JSON.stringify(scripted.requests[0]?.messages)).not.toContain('Second.');
  });

  it('an id continues that session, and a fork has its own id', async () => {
    const first = await runAgent({ model: model([{ text: 'one' }]), prompt: 'First.' });
    const { workspace } = first;
    const second = await runAgent({ workspace, model: model([{ text: 'two' }]), prompt: 'Second.' });
    const scripted = model([{ text: 'on' }, { text: 'apart' }]);
    const go = { workspace, model: scripted, prompt: 'Go on.' };
    const on = await runAgent({ ...go, run: { resume: first.run.sessionId } });
    const fork = await runAgent({ ...go, run: { resume: first.run.sessionId, fork: true } });
    expect(on.run.sessionId).toBe(first.run.sessionId);
    expect([first.run.sessionId, second.run.sessionId]).not.toContain(fork.run.sessionId);
    for (const { messages } of scripted.requests) {
      expect(JSON.stringify(messages)).toContain('First.');
      expect(JSON.stringify(messages)).not.toContain('Second.');
    }
  });

  it('is an error that names the folder if there is no session', async () => {
    const workspace = tempFolder();
    const agent = await createAgent({ workspace, sessionsDir: join(workspace, 's'), model: model([]), env: {} });
    expect(() => agent.run('Go.', { resume: 'latest' })).toThrow(
      expect.objectContaining({
        ...{ code: 'SESSION_UNKNOWN', message: 'There is no session in this folder yet.' },
        fix: 'Run an agent in this folder first.',
      }),
    );
    await agent.close();
  });
});

it('a run ends whether or not anybody reads its events (EVT-05)', async () => {
  const workspace = tempFolder();
  const steps = Array.from({ length: 40 }, () => ({ text: 'word '.repeat(100), calls: [{ name: 'Nowhere' }] }));
  const agent = await createAgent({ workspace, sessionsDir: workspace, model: model([...steps, { text: 'done' }]), env: {} });
  const run = agent.run('Go.');
  expect(await run.result).toMatchObject({ outcome: 'success', turns: 41 });
  let events = 0;
  for await (const event of run) events += event.type === 'result' ? 1 : 0;
  expect(events).toBe(1);
  await agent.close();
});
