import { appendFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bench } from './checkpoints.test-kit.js';
import { sessionPrompts } from './session-prompts.js';

const prompts = (...uuids: readonly string[]) => uuids.map((uuid) => ({ uuid, text: `Do ${uuid}.` }));

/** The first record of a session of the bench, whose checkpoints lie in `dir`. */
const headerOf = ({ dir, from, at }: { readonly dir: string; readonly from?: string | undefined; readonly at: number }) => ({
  id: basename(dir),
  artifactDir: dirname(dirname(dir)),
  startedAt: new Date(at).toISOString(),
  forkedFrom: from,
});

describe('the prompts of a session', () => {
  it('have the files of the work that went on after them by itself', async () => {
    const { session, at } = bench();
    const s = session();
    s.ask('p1');
    await s.put('a', '1');
    s.ask('news of a command');
    await s.put('b', '1');
    s.ask('p2');
    await s.put('a', '2');
    const header = headerOf(s.place);
    expect(sessionPrompts({ header, prompts: prompts('p1', 'p2') })).toMatchObject([
      { number: 1, files: [at('a'), at('b')], at: expect.any(Date), refusal: undefined },
      { number: 2, files: [at('a')] },
    ]);
  });

  it('from before the checkpoints, and those whose copies were dropped, name the reason and the beginning of their text', async () => {
    const { session } = bench();
    const s = session();
    s.ask('p1');
    await s.put('a', '1');
    s.ask('p2');
    await s.put('a', '2');
    appendFileSync(s.index, `${JSON.stringify({ t: 'dropped', prompt: 'p1' })}\n`);
    const long = { uuid: 'p0', text: 'x'.repeat(500) };
    const [before, dropped, kept] = sessionPrompts({ header: headerOf(s.place), prompts: [long, ...prompts('p1', 'p2')] });
    expect(before?.refusal?.message).toContain(`There is no checkpoint for the message "${'x'.repeat(60)}…"`);
    expect(dropped?.refusal).toMatchObject({ code: 'REWIND_DROPPED', message: expect.stringContaining('"Do p1."') });
    expect([before?.at, kept?.refusal]).toEqual([undefined, undefined]);
  });

  it('of a fork begin with those of the session that it was forked from', async () => {
    const { session, at } = bench();
    const s = session();
    s.ask('p1');
    await s.put('a', '1');
    const fork = session('fork', { from: 's', at: Date.now() + 1 });
    fork.ask('p2');
    await fork.put('b', '1');
    expect(sessionPrompts({ header: headerOf(fork.place), prompts: prompts('p1', 'p2') })).toMatchObject([
      { files: [at('a')] },
      { files: [at('b')] },
    ]);
  });

  it('of a session without checkpoints are an error that names the setting', () => {
    const header = headerOf(bench().session().place);
    expect(() => sessionPrompts({ header, prompts: prompts('p1') })).toThrow('The session s has no checkpoints');
  });
});
