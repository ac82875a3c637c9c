import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FileStore, sessionFolder } from '@loadout/sessions';
import { describe, expect, it } from 'vitest';
import { scripted } from './cli/scripted.js';
import { loadoutProcess } from './lib/loadout.js';
import { serve } from './serve-http.test-kit.js';

/** Tools that break their contract. */
const FAULTY = `
import { openSync, closeSync } from 'node:fs';
import { definePlugin, defineTool } from '@loadout/core';
const deep = (levels) => { let value = 'end'; for (let at = 0; at < levels; at++) value = [value]; return value; };
const open = [];
const faults = {
  Stray: () => { setTimeout(() => { throw new Error('a stray error'); }); return 'thrown'; },
  Reject: () => { Promise.reject(new Error('a stray rejection')); return 'rejected'; },
  Nothing: () => { throw null; },
  Deep: () => ({ content: 'deep', structuredContent: { deep: deep(20_000) } }),
  Hoard: () => { try { for (;;) open.push(openSync('/dev/null', 'r')); } catch {} return 'all taken'; },
  Give: () => { for (const one of open.splice(0)) closeSync(one); return 'given back'; },
};
const inputSchema = { type: 'object' };
export default definePlugin({
  name: 'faulty',
  setup: () => ({ tools: Object.entries(faults).map(([name, call]) => defineTool({ name, description: name, inputSchema, call: async (input) => { const said = await call(input); await new Promise(setImmediate); return said; } })) }),
});
`;

const config = {
  plugins: { fs: '@loadout/tool-fs', shell: '@loadout/tool-shell', faulty: './faulty.mjs' },
  permissions: {
    allow: ['Bash', 'Grep', ...['Stray', 'Reject', 'Nothing', 'Deep', 'Hoard', 'Give'].map((name) => `faulty__${name}`)],
  },
  secrets: { CANARY: { file: './secret.txt' } },
};
const files = { 'faulty.mjs': FAULTY, 'notes.txt': 'Buy bread.\n', 'secret.txt': 'a-declared-secret' };

const OTHERS = 9;

describe('a fault in one of ten runs of a server', () => {
  it.each(['Stray', 'Reject', 'Nothing', 'Deep'])('affects only that run: a tool that does %s (F2)', async (name) => {
    const turns = [{ tools: [{ Bash: { command: 'echo one' } }] }, { text: 'Said: {{prompt}} {{1.text}}' }];
    const server = await serve({
      turns,
      args: ['--max-runs', '20'],
      config: {
        ...config,
        providers: {
          script: { use: '@loadout/model-script', options: { turns } },
          bad: {
            use: '@loadout/model-script',
            options: { turns: [{ tools: [{ [`faulty__${name}`]: {} }] }, { text: 'After it.' }] },
          },
        },
      },
      files,
      agents: { bad: { model: 'bad/demo', instructions: 'Fail.', tools: ['*'] } },
    });
    const wishes = Array.from({ length: OTHERS }, (_, index) => ({ agent: 'helper', prompt: `Run ${index}` }));
    wishes.splice(4, 0, { agent: 'bad', prompt: 'Fail.' });
    const started = await Promise.all(wishes.map((wish) => server.start(wish)));
    for (const [index, { body }] of started.entries()) {
      await server.events(body.id);
      const { state, result } = (await server.ask(`/runs/${body.id}`)).body;
      expect(state).toBe('ended');
      if (wishes[index]?.agent === 'helper')
        expect(result).toMatchObject({ outcome: 'success', text: `Said: ${wishes[index]?.prompt} one` });
    }
    expect((await server.ask('/health')).body).toMatchObject({ status: 'ok', running: 0 });
    expect(server.process.running()).toBe(true);
  });

  it('affects only that run: a full disk under its session (F2)', async () => {
    const turns = [{ tools: [{ Bash: { command: 'echo one' } }] }, { text: 'Said: {{prompt}} {{1.text}}' }];
    const wish = { turns, args: ['--max-runs', '20'], config, files };
    const first = await serve(wish);
    const { body } = await first.start({ prompt: 'Begin.' });
    await first.events(body.id);
    first.process.kill('SIGTERM');
    await first.process.finished;
    const store = new FileStore(sessionFolder({ workspace: first.cwd, env: { HOME: join(first.cwd, '.home') } }));
    const { journal } = store.reopen(store.place(body.session));
    journal.append({ t: 'surroundings', text: 'x'.repeat(3 * 1024 * 1024) });
    journal.close();
    // No file of this server may grow beyond 2 MiB, and the session's file already has this size.
    const server = await serve({ ...wish, cwd: first.cwd, limits: '-f 2048' });
    const wishes: object[] = Array.from({ length: OTHERS }, (_, index) => ({ prompt: `Run ${index}` }));
    wishes.splice(4, 0, { prompt: 'More?', resume: body.session });
    const started = await Promise.all(wishes.map((one) => server.start(one)));
    for (const [index, one] of started.entries()) {
      await server.events(one.body.id);
      const { result } = (await server.ask(`/runs/${one.body.id}`)).body;
      if (index !== 4) expect(result?.outcome, JSON.stringify(result)).toBe('success');
      else
        expect(result).toMatchObject({
          outcome: 'error_during_execution',
          error: {
            code: 'SESSION_NOT_WRITTEN',
            message: expect.stringContaining(`${body.session}.jsonl cannot be written: EFBIG`),
          },
        });
    }
    expect((await server.ask('/health')).body).toMatchObject({ status: 'ok', running: 0 });
    // The session is complete, and no process holds it.
    store.reopen(store.place(body.session)).journal.close();
  });

  it('affects only that run: no free descriptor, while the other runs wait for processes that they started before (F2)', async () => {
    const both = [{ Bash: { command: 'echo one' } }, { Grep: { pattern: 'bread' } }];
    const wait = `mktemp at-XXXX >/dev/null; until [ -e open ]; do sleep 0.05; done; echo one`;
    const bad = [
      { tools: [{ Bash: { command: `until [ $(ls | grep -c '^at-') = ${OTHERS} ]; do sleep 0.05; done` } }] },
      { tools: [{ faulty__Hoard: {} }] },
      { tools: both },
      { tools: [{ faulty__Give: {} }] },
      { tools: [{ Bash: { command: 'echo > open' } }] },
      { text: '{{3.error}}|{{4.error}}' },
    ];
    const provider = (turns: unknown) => ({ use: '@loadout/model-script', options: { turns } });
    const turns = [{ tools: [{ Bash: { command: wait } }] }, { text: 'Said: {{prompt}} {{1.text}}' }];
    const server = await serve({
      turns,
      args: ['--max-runs', '20'],
      limits: '-n 512',
      config: { ...config, providers: { script: provider(turns), bad: provider(bad) } },
      files,
      agents: { bad: { model: 'bad/demo', instructions: 'Fail.', tools: ['*'] } },
    });
    const wishes = Array.from({ length: OTHERS }, (_, index) => ({ agent: 'helper', prompt: `Run ${index}` }));
    wishes.splice(4, 0, { agent: 'bad', prompt: 'Fail.' });
    const started = await Promise.all(wishes.map((wish) => server.start(wish)));
    // No client connects while no descriptor is free. The file appears when the descriptors are released.
    await expect.poll(() => existsSync(join(server.cwd, 'open'))).toBe(true);
    for (const [index, { body }] of started.entries()) {
      await server.events(body.id);
      const { result } = (await server.ask(`/runs/${body.id}`)).body;
      if (index === 4) expect(result?.text).toMatch(/^bash could not be started: spawn \S*bash EMFILE.*\|.*EMFILE/s);
      else expect(result).toMatchObject({ outcome: 'success', text: `Said: ${wishes[index]?.prompt} one` });
    }
    expect((await server.ask('/health')).body).toMatchObject({ status: 'ok', running: 0 });
  });
});

describe('a run', () => {
  it('without a free descriptor gets an error for each program that it starts, and continues (F2)', async () => {
    const both = [{ Bash: { command: 'echo one' } }, { Grep: { pattern: 'bread' } }];
    const turns = [
      { tools: both },
      { tools: [{ faulty__Hoard: {} }] },
      { tools: both },
      { tools: [{ faulty__Give: {} }] },
      { tools: both },
      { text: '{{4.error}}|{{5.error}}|{{7.text}}' },
    ];
    const cwd = scripted({ turns, config, files });
    const { code, stdout, stderr } = await loadoutProcess(['run', 'Hi.'], { cwd, limits: '-n 128' });
    expect([code, stdout.split('|')], stderr).toEqual([
      0,
      [expect.stringMatching(/bash could not be started: spawn \S*bash EMFILE/), expect.stringContaining('EMFILE'), 'one\n'],
    ]);
  });

  it.each([['text'], ['json'], ['stream-json']])(
    'whose output as %s does not arrive exits 1, says so, and leaves nothing running (F2)',
    async (output) => {
      const turns = [
        { text: 'Here it comes.', tools: [{ Bash: { command: 'sleep 4242.5 & sleep 4242.5' } }] },
        { text: 'Done.' },
      ];
      const quick = [{ text: 'Done.' }];
      const cwd = scripted({ turns: output === 'stream-json' ? turns : quick, config, files });
      const { code, stderr } = await loadoutProcess(['run', 'Hi.', '--output', output], { cwd, stdout: '/dev/full' });
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining('error OUTPUT_LOST: Standard output cannot be written: ENOSPC'),
      ]);
      expect(execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' })).not.toContain('sleep 4242.5');
    },
  );

  it.each([[['tools']], [['check']], [['--help']], [['--version']]])(
    'of %j whose output does not arrive exits 1 (F2)',
    async (args) => {
      const cwd = scripted({ turns: [{ text: 'x' }], files, config });
      const { code, stderr } = await loadoutProcess(args, { cwd, stdout: '/dev/full' });
      expect([code, stderr]).toEqual([1, expect.stringContaining('ENOSPC')]);
    },
  );
});
