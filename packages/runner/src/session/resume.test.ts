import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolResultBlock } from '@loadout/core/model';
import { ownMark } from '@loadout/node';
import { FileStore, replaySession } from '@loadout/sessions';
import { describe, expect, it } from 'vitest';
import { withSum } from '../../../sessions/src/native-format.js';
import { model, reader, runAgent, type Step, tempFolder, writer } from '../run/scripted.test-kit.js';

const script: readonly Step[] = [{ calls: [{ name: 'Look' }, { name: 'Change' }, { name: 'Look' }] }, { text: 'All done.' }];

/** Cuts a finished session back to the chosen lines, as a kill at that moment leaves it. */
async function sessionCutAt(keep: (lines: string[]) => string) {
  const ran: string[] = [];
  const tools = [reader('Look', () => `look ${ran.push('look')}`), writer('Change', () => `change ${ran.push('change')}`)];
  const whole = await runAgent({ model: model(script), customTools: tools });
  const before = whole.run.transcript;
  writeFileSync(before, keep(readFileSync(before, 'utf8').trimEnd().split('\n')));
  ran.length = 0;
  const scripted = model(
    (request) => script[request.messages.filter((message) => message.role === 'assistant').length] ?? { text: '?' },
  );
  const resume = () =>
    runAgent({ model: scripted, customTools: tools, workspace: whole.workspace, run: { resume: whole.run.sessionId } });
  return { resume, ran, scripted, transcript: before };
}

const upTo = (type: string, count: number) => (lines: string[]) => {
  let seen = 0;
  const end = lines.findIndex((line) => JSON.parse(line).t === type && ++seen === count);
  return `${lines.slice(0, end + 1).join('\n')}\n`;
};

describe('a killed session', () => {
  it('is asked again if the model had not answered', async () => {
    const { resume, ran } = await sessionCutAt(upTo('message', 1));
    expect((await resume()).result).toMatchObject({ outcome: 'success', text: 'All done.' });
    expect(ran).toEqual(['look', 'change', 'look']);
  });

  it('runs calls that had not started, and keeps the answers of ended calls', async () => {
    const { resume, ran, scripted } = await sessionCutAt(upTo('ended', 1));
    expect((await resume()).result).toMatchObject({ outcome: 'success', text: 'All done.' });
    expect(ran.filter((one) => one === 'change')).toHaveLength(1);
    const answers = scripted.requests[0]?.messages.at(-1)?.content as ToolResultBlock[];
    expect(answers.map((block) => block.tool_use_id)).toEqual(['call_0_0', 'call_0_1', 'call_0_2']);
  });

  it('reports a running call with an effect as interrupted and does not run it again', async () => {
    const cut = (lines: string[]) => {
      const end = lines.findIndex((line) => line.includes('"t":"started"') && line.includes('Change'));
      return `${lines.slice(0, end + 1).join('\n')}\n`;
    };
    const { resume, ran, scripted } = await sessionCutAt(cut);
    expect((await resume()).result.outcome).toBe('success');
    expect(ran).toEqual(['look']);
    const answers = scripted.requests[0]?.messages.at(-1)?.content as ToolResultBlock[];
    expect(answers[1]).toMatchObject({ is_error: true, content: expect.stringContaining('may have taken effect') });
  });

  it('reports it as interrupted also if a call of the same id was refused before, with a message that broke off', async () => {
    const block = { type: 'tool_result', tool_use_id: 'call_0_1', content: 'was not run', is_error: true };
    const refused = withSum(JSON.stringify({ t: 'ended', id: 'call_0_1', outcome: 'interrupted', code: 'TOOL_NOT_RUN', block }));
    const { resume, scripted } = await sessionCutAt((lines) => {
      const called = lines.findIndex((line) => line.includes('"role":"assistant"'));
      const end = lines.findIndex((line) => line.includes('"t":"started"') && line.includes('Change'));
      return `${[...lines.slice(0, called), refused, ...lines.slice(called, end + 1)].join('\n')}\n`;
    });
    expect((await resume()).result.outcome).toBe('success');
    const answers = scripted.requests[0]?.messages.at(-1)?.content as ToolResultBlock[];
    expect(answers[1]).toMatchObject({ is_error: true, content: expect.stringContaining('may have taken effect') });
  });

  it('has nothing left to do after the last answer', async () => {
    const { resume, scripted } = await sessionCutAt(upTo('message', 3));
    expect((await resume()).result).toMatchObject({ outcome: 'success', text: 'All done.' });
    expect(scripted.requests).toHaveLength(0);
  });

  it('continues from the last whole line if it ends in the middle of a line', async () => {
    const { resume, transcript } = await sessionCutAt((lines) => `${lines.slice(0, 3).join('\n')}\n${lines[3]?.slice(0, 20)}`);
    expect((await resume()).result).toMatchObject({ outcome: 'success', text: 'All done.' });
    expect(() => replaySession(transcript)).not.toThrow();
  });

  it('is refused with the line, and left unchanged, if it is damaged in its middle', async () => {
    const { resume, transcript } = await sessionCutAt((lines) => `${lines[0]}\nnot json\n${lines.slice(1).join('\n')}\n`);
    const before = readFileSync(transcript, 'utf8');
    await expect(resume()).rejects.toMatchObject({ code: 'SESSION_DAMAGED', message: expect.stringContaining('line 2') });
    expect(readFileSync(transcript, 'utf8')).toBe(before);
  });
});

describe('a session', () => {
  it('has one run at a time', async () => {
    const { resume, transcript } = await sessionCutAt(upTo('message', 1));
    writeFileSync(`${transcript}.lock`, JSON.stringify(ownMark()));
    await expect(resume()).rejects.toMatchObject({ code: 'SESSION_BUSY' });
  });

  it('can be resumed if its lock belongs to a process that is gone', async () => {
    const { resume, transcript } = await sessionCutAt(upTo('message', 1));
    writeFileSync(`${transcript}.lock`, JSON.stringify({ ...ownMark(), pid: 999_999_999 }));
    expect((await resume()).result.outcome).toBe('success');
  });

  it('continues with a new prompt, and the request begins with the same bytes (SESS-04)', async () => {
    const scripted = model([{ text: 'One.' }, { text: 'Two.' }]);
    const first = await runAgent({ model: scripted, instructions: 'Be brief.' });
    await runAgent({
      model: scripted,
      instructions: 'Be brief.',
      workspace: first.workspace,
      prompt: 'More.',
      run: { resume: 'latest' },
    });
    const [a, b] = scripted.requests;
    expect(JSON.stringify(b?.system)).toBe(JSON.stringify(a?.system));
    expect(JSON.stringify(b?.messages.slice(0, 1))).toBe(JSON.stringify(a?.messages));
    expect(b?.messages).toHaveLength(3);
  });

  it('is forked into a copy and stays unchanged (SESS-03)', async () => {
    const scripted = model([{ text: 'One.' }, { text: 'Two.' }]);
    const first = await runAgent({ model: scripted });
    const before = readFileSync(first.run.transcript, 'utf8');
    const fork = await runAgent({
      model: scripted,
      workspace: first.workspace,
      prompt: 'Else?',
      run: { resume: first.run.sessionId, fork: true },
    });
    expect(fork.run.sessionId).not.toBe(first.run.sessionId);
    expect(scripted.requests[1]?.messages).toHaveLength(3);
    expect(readFileSync(first.run.transcript, 'utf8')).toBe(before);
  });

  it('leaves no file if it never began', async () => {
    const workspace = tempFolder();
    const place = { id: 's', file: join(workspace, 's.jsonl'), artifactDir: join(workspace, 's') };
    const header = {
      t: 'session',
      version: 1,
      id: 's',
      agent: 'a',
      cwd: workspace,
      startedAt: '',
      environment: '',
      artifactDir: '',
    } as const;
    const journal = new FileStore({ dir: workspace }).begin(place, header);
    expect(new FileStore({ dir: workspace }).read(place)).toEqual([header]);
    journal.close();
    expect(readdirSync(workspace)).toEqual(['s.jsonl']);
  });

  it('is not found by an id that is a path (SESS-01)', async () => {
    await expect(runAgent({ model: model([]), run: { resume: '../../etc/passwd' } })).rejects.toMatchObject({
      code: 'SESSION_ID_INVALID',
    });
    await expect(runAgent({ model: model([]), run: { resume: 'nowhere' } })).rejects.toMatchObject({ code: 'SESSION_UNKNOWN' });
  });

  it('has a file for its owner only, with one JSON value per line (SESS-01)', async () => {
    const { run } = await runAgent({ model: model([{ text: 'x' }]) });
    appendFileSync(run.transcript, '');
    const lines = readFileSync(run.transcript, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).t)).toEqual(['session', 'asked', 'run', 'message', 'message', 'end']);
  });
});
