import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Asker } from '@loadout/core/run';
import fs from '@loadout/tool-fs';
import session from '@loadout/tool-session';
import { describe, expect, it } from 'vitest';
import { model, runAgent, type Step, tempFolder } from '../packages/runner/src/run/scripted.test-kit.js';
import { resultsIn } from './agents/agents.test-kit.js';

/** Runs the calls in order in a folder with files; everybody asked says yes. Returns the questions and the results. */
async function asked(
  steps: readonly Step[],
  { workspace = tempFolder(), deny = [] as string[], readBeforeWrite = 'strict' } = {},
) {
  mkdirSync(join(workspace, 'in'), { recursive: true });
  for (const name of ['in/a.txt', '.env']) writeFileSync(join(workspace, name), 'one\ntwo\n');
  const questions: string[] = [];
  const ask: Asker = ({ toolName }) => {
    questions.push(toolName);
    return { behavior: 'allow' };
  };
  const scripted = model([...steps, { text: 'done' }]);
  await runAgent({
    model: scripted,
    workspace,
    plugins: { fs: { plugin: fs, options: { readBeforeWrite } }, session },
    permissions: { mode: 'default', deny },
    ask,
    env: {},
  });
  const texts = scripted.requests.slice(1).flatMap(({ messages }) => resultsIn(messages.slice(-1)));
  return { questions, texts: texts.map(({ text }) => text) };
}

const edit = (file_path: string, new_string = '1') => ({ name: 'Edit', input: { file_path, old_string: 'one', new_string } });
const read = (file_path: string) => ({ name: 'Read', input: { file_path } });

describe('a change that can only fail (U4)', () => {
  it.each([
    ['an Edit of a file that was not read', edit('in/a.txt'), 'has not been read'],
    [
      'a Write over a file that was not read',
      { name: 'Write', input: { file_path: 'in/a.txt', content: 'x' } },
      'has not been read',
    ],
    ['an Edit that changes nothing', edit('in/a.txt', 'one'), 'old_string'],
  ])('%s is refused before anybody is asked', async (_, call, text) => {
    const { questions, texts } = await asked([{ calls: [call] }]);
    expect([questions, texts]).toEqual([[], [expect.stringContaining(text)]]);
  });

  it('is asked about once it can succeed, also behind the Read in the same message', async () => {
    const { questions, texts } = await asked([{ calls: [read('in/a.txt'), edit('in/a.txt')] }]);
    expect([questions, texts[1]]).toEqual([['Edit'], expect.stringContaining('Edited')]);
  });

  it('is asked about where the file need not be read', async () => {
    expect((await asked([{ calls: [edit('in/a.txt')] }], { readBeforeWrite: 'relaxed' })).questions).toEqual(['Edit']);
  });

  it('says nothing about files that the model may not read: they are denied or asked about as before', async () => {
    const denied = await asked([{ calls: [edit('.env')] }], { deny: ['Read(./.env)'] });
    expect([denied.questions, denied.texts]).toEqual([[], [expect.not.stringContaining('has not been read')]]);
    const outside = join(tempFolder(), 'other.txt');
    writeFileSync(outside, 'one');
    expect((await asked([{ calls: [edit(outside)] }])).questions).toEqual(['Edit']);
  });
});

describe('ExitPlanMode (G15)', () => {
  const exit = { name: 'ExitPlanMode', input: { plan: 'Do it.' } };

  it('behind EnterPlanMode in one message is asked about', async () => {
    const { questions, texts } = await asked([{ calls: [{ name: 'EnterPlanMode', input: {} }, exit] }]);
    expect([questions, texts[1]]).toEqual([['ExitPlanMode'], expect.stringContaining('The plan is approved')]);
  });

  it('outside of plan mode is refused, and nobody is asked', async () => {
    const { questions, texts } = await asked([{ calls: [exit] }]);
    expect([questions, texts]).toEqual([[], [expect.stringContaining('You are not in plan mode')]]);
  });
});
