import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ClaimOptions, prewarm } from './prewarm.js';
import { collect, folder, place, resultOf } from './query.test-kit.js';
import { startup } from './startup.js';

describe('a query that is warmed up before its folder is known', () => {
  it('works in the folder of the claim, whose options override the prewarmed ones', async () => {
    const at = await place([{ text: 'Hello.' }]);
    const [cwd, more] = [folder(), folder()];
    const spare = await prewarm({
      options: { ...at.options, systemPrompt: 'You work.', settings: { permissions: { deny: ['Bash'] } } },
    });
    const options: ClaimOptions = {
      cwd,
      env: { CLAIMED: 'yes' },
      model: 'claude-haiku-4-5',
      permissionMode: 'plan',
      appendSystemPrompt: 'In few words.',
      settings: { permissions: { deny: ['Write'] } },
      additionalDirectories: [more],
      agents: { helper: { description: 'Helps', prompt: 'Help.' } },
    };
    const query = spare.claim({ prompt: 'Hi', options });
    const { sessionId, ...claimed } = await spare.claimed;
    expect(claimed).toEqual({ cwd, parkedMs: expect.any(Number), sdkMcpSettled: true });
    const messages = await collect(query);
    expect(messages[0]).toMatchObject({
      session_id: sessionId,
      cwd,
      model: 'claude-haiku-4-5',
      permissionMode: 'plan',
      agents: expect.arrayContaining(['helper']),
    });
    expect(resultOf(messages)).toMatchObject({ result: 'Hello.' });
    const { system, tools = [] } = at.api.requests[0]?.body ?? {};
    expect(JSON.stringify(system)).toContain('You work.\\n\\nIn few words.');
    expect(tools.map(({ name }) => name)).not.toContain('Write');
    await spare.exited;
  });

  it('is claimed once, and not after it was closed', async () => {
    const at = await place([{ text: 'Hello.' }]);
    const spare = await prewarm({ options: at.options });
    const query = spare.claim({ prompt: 'Hi', options: { cwd: at.cwd } });
    expect(() => spare.claim({ prompt: 'Hi', options: { cwd: at.cwd } })).toThrow('The query is closed.');
    await collect(query);
    await expect(spare.claimed).resolves.toMatchObject({ cwd: at.cwd });
    const closed = await prewarm({ options: at.options });
    closed.close();
    await closed.exited;
    await expect(closed.claimed).rejects.toMatchObject({ code: 'SDK_CLOSED' });
    expect(() => closed.claim({ prompt: 'Hi', options: { cwd: at.cwd } })).toThrow('The query is closed.');
  });

  it('leaves no rejection behind when it is closed after its claim, and exits with its query', async () => {
    const at = await place([{ text: 'Hello.' }]);
    const rejections: unknown[] = [];
    const note = (reason: unknown) => rejections.push(reason);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));
    const spare = await prewarm({ options: at.options });
    const query = spare.claim({ prompt: 'Hi', options: { cwd: at.cwd } });
    await spare.claimed;
    let hasExited = false;
    void spare.exited.then(() => {
      hasExited = true;
    });
    spare.close();
    await Promise.resolve();
    expect(hasExited).toBe(false);
    await collect(query);
    await spare.exited;
    await new Promise((resolve) => setImmediate(resolve));
    expect(rejections).toEqual([]);
  });

  it('reports invalid options when prewarmed, and an invalid claim when made', async () => {
    const at = await place([]);
    await expect(prewarm({ options: { ...at.options, permissionMode: 'wild' as never } })).rejects.toMatchObject({
      code: 'SDK_MODE_UNKNOWN',
    });
    mkdirSync(join(at.cwd, '.claude'));
    writeFileSync(join(at.cwd, 'settings.json'), '{}');
    const spare = await prewarm({ options: { ...at.options, settings: 'settings.json' } });
    expect(() => spare.claim({ prompt: 'Hi', options: { cwd: at.cwd, settings: { model: 'haiku' } } })).toThrow('are a file');
    const query = spare.claim({ prompt: 'Hi', options: { cwd: join(at.cwd, 'none') } });
    await expect(spare.claimed).rejects.toThrow('none');
    expect(await query.next()).toMatchObject({ value: { type: 'result', is_error: true } });
    await expect(collect(query)).rejects.toThrow('none');
    await spare.exited;
  });
});

describe('a query that is started up', () => {
  it("ends when the program's time limit has passed", async () => {
    const at = await place([]);
    let release = () => {};
    const held = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    const hooks = { SessionStart: [{ hooks: [() => held] }] };
    await expect(startup({ options: { ...at.options, hooks }, initializeTimeoutMs: 20 })).rejects.toMatchObject({
      code: 'SDK_NOT_READY',
    });
    release();
  });
});
