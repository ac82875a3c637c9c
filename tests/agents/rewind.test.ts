import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rewindSession } from '@loadout/checkpoints';
import type { RewindOptions } from '@loadout/core/run';
import type { AgentEvent } from '@loadout/runner';
import { replaySession } from '@loadout/sessions';
import { describe, expect, it } from 'vitest';
import { agent, cast, runAgent, type Step, start, team } from './agents.test-kit.js';

const write = (file_path: string, content: string) => ({ name: 'Write', input: { file_path, content } });
const text = (workspace: string, name: string) => {
  const path = join(workspace, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
};

function promptOf(events: readonly AgentEvent[]): string {
  const event = events.find((one) => one.type === 'prompt');
  if (event === undefined) throw new Error('no prompt');
  return event.uuid;
}

const rewind = (transcript: string, prompt: string, options?: RewindOptions) =>
  rewindSession(replaySession(transcript).header, prompt, options);

/** Runs a lead that may do anything, each time with these steps, in one folder. */
function lead(options: Parameters<typeof team>[1] = {}) {
  const made = team({}, { others: [agent('helper')], ...options });
  const run = (steps: readonly Step[], more: Partial<Parameters<typeof runAgent>[0]> = {}) =>
    runAgent({
      ...made,
      env: { IS_SANDBOX: '1', PATH: process.env.PATH },
      checkpoints: true,
      model: cast({
        lead: steps,
        helper: [
          { calls: [{ name: 'Read', input: { file_path: 'a' } }] },
          { calls: [write('a', 'helper'), write('b', 'helper')] },
          { text: '' },
        ],
      }),
      prompt: 'Go on.',
      ...more,
    });
  return { workspace: made.workspace, run };
}

describe('a session with checkpoints', () => {
  it('is rewound to a message of the user, with the changes of its subagents; changes of Bash stay (STATE-04, SESS-06)', async () => {
    const { workspace, run } = lead();
    writeFileSync(join(workspace, 'a'), 'before');
    const first = await run([
      { calls: [start({ subagent_type: 'helper' })] },
      { calls: [{ name: 'Bash', input: { command: 'echo bash > c' } }] },
      { text: 'done' },
    ]);
    expect(['a', 'b', 'c'].map((name) => text(workspace, name))).toEqual(['helper', 'helper', 'bash\n']);
    const result = await rewind(first.run.transcript, promptOf(first.events));
    expect(result).toEqual({
      canRewind: true,
      filesChanged: ['a', 'b'].map((name) => join(workspace, name)),
      insertions: 1,
      deletions: 2,
    });
    expect(['a', 'b', 'c'].map((name) => text(workspace, name))).toEqual(['before', undefined, 'bash\n']);
  });

  it('goes back with its talk: the files to before a prompt, and the talk in a copy that ends before it', async () => {
    const { workspace, run } = lead();
    const first = await run([{ calls: [write('a', '1')] }, { text: 'One.' }]);
    const { sessionId: resume, transcript } = first.run;
    const second = await run([{ calls: [write('a', '2'), write('b', '2')] }, { text: 'Two.' }], { run: { resume } });
    const prompt = promptOf(second.events);
    const preview = await rewind(transcript, prompt, { dryRun: true, texts: true });
    expect(preview.changes).toEqual([
      { path: join(workspace, 'a'), before: '2', after: '1' },
      { path: join(workspace, 'b'), before: '2' },
    ]);
    await rewind(transcript, prompt);
    const copy = await run([{ calls: [write('b', '3')] }, { text: 'Three.' }], { run: { resume, forkBefore: prompt } });
    expect(['a', 'b'].map((name) => text(workspace, name))).toEqual(['1', '3']);
    const said = JSON.stringify(replaySession(copy.run.transcript).messages);
    expect([said.includes('One.'), said.includes('Two.'), said.includes('Three.')]).toEqual([true, false, true]);
    await rewind(copy.run.transcript, promptOf(first.events));
    expect(['a', 'b'].map((name) => text(workspace, name))).toEqual([undefined, undefined]);
  });

  it('that was resumed goes back to a message from before; its fork to those of both (SESS-06)', async () => {
    const { workspace, run } = lead();
    const first = await run([{ calls: [write('a', '1')] }, { text: '' }]);
    const { sessionId: resume, transcript } = first.run;
    const second = await run([{ calls: [write('b', '2')] }, { text: '' }], { run: { resume } });
    const fork = await run([{ calls: [write('c', '3')] }, { text: '' }], { run: { resume, fork: true } });
    const tell = (file: string, prompt: string) => rewind(file, prompt, { dryRun: true });
    const names = (...all: string[]) => all.map((name) => join(workspace, name));
    expect((await tell(transcript, promptOf(second.events))).filesChanged).toEqual(names('b'));
    expect((await tell(transcript, promptOf(fork.events))).canRewind).toBe(false);
    expect((await tell(fork.run.transcript, promptOf(fork.events))).filesChanged).toEqual(names('c'));
    await rewind(transcript, promptOf(first.events));
    expect(['a', 'b', 'c'].map((name) => text(workspace, name))).toEqual([undefined, undefined, '3']);
    await rewind(fork.run.transcript, promptOf(first.events));
    expect(text(workspace, 'c')).toBeUndefined();
  });

  it('keeps files only if code or its plan asks for it (CON-25)', async () => {
    const { workspace, run } = lead();
    const steps = [{ calls: [write('a', '1')] }, { text: '' }];
    const without = await run(steps, { checkpoints: undefined });
    expect(existsSync(join(replaySession(without.run.transcript).header.artifactDir, 'checkpoints'))).toBe(false);
    expect(await rewind(without.run.transcript, promptOf(without.events))).toMatchObject({ canRewind: false });
    const planned = lead({ workspace, sessions: { dir: join(workspace, '.sessions'), checkpoints: true } });
    const kept = await planned.run([{ calls: [write('b', '1')] }, { text: '' }], { checkpoints: undefined });
    expect(await rewind(kept.run.transcript, promptOf(kept.events))).toMatchObject({ canRewind: true });
  });
});
