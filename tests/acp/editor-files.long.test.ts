import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import { scripted } from '../cli/scripted.js';
import { journalIn } from '../doors/journal.js';
import { project } from '../lib/loadout.js';
import { type Editor, type EditorWish, editor } from './editor.test-kit.js';

const SAVED = 'one\ntwo\n';
const SHOWN = 'one\ntwo, not saved\n';
const read = (file_path: string) => ({ Read: { file_path } });
const edit = (old_string: string, new_string: string, file_path = 'a.txt') => ({ Edit: { file_path, old_string, new_string } });

/** A project with a file, and calls of an agent that may change files. */
const folder = (calls: readonly object[], { files = {}, deny = [] }: { files?: Record<string, string>; deny?: string[] } = {}) =>
  scripted({
    turns: [...calls.map((call) => ({ tools: [call] })), { text: 'Done.' }, { text: 'Again.' }],
    config: { permissions: { mode: 'acceptEdits', deny }, sessions: { dir: '.sessions' } },
    files: { 'a.txt': SAVED, ...files },
  });

async function played(wish: EditorWish): Promise<Editor & { results(): readonly string[] }> {
  const at = await editor(wish);
  expect(await at.prompt(await at.session(), 'Go.')).toBe('end_turn');
  const ended = () => at.of('tool_call_update').filter(({ status }) => status === 'completed' || status === 'failed');
  return { ...at, results: () => ended().map(({ rawOutput, status }) => `${status}: ${textOf(rawOutput)}`) };
}

const textOf = (output: unknown) => (typeof output === 'string' ? output : JSON.stringify(output));
const onDisk = (cwd: string, name = 'a.txt') => readFileSync(join(cwd, name), 'utf8');
/** The result of its last call, in the words that the model got. */
const toldModel = (cwd: string) => journalIn(cwd).at(-1)?.result;
/** An editor with one buffer, which takes texts and saves them as they are. */
const withBuffer = (text: string) => {
  const buffer = { text };
  const takes = (path: string, next: string) => {
    buffer.text = next;
    writeFileSync(path, next);
  };
  return { buffer, shows: () => buffer.text, takes };
};

describe('the unsaved text of an editor', () => {
  it('is what a Read shows, and the agent is told that it is not on disk', async () => {
    const cwd = folder([read('a.txt')]);
    const at = await played({ cwd, shows: () => SHOWN });
    expect(at.asked).toEqual([join(cwd, 'a.txt')]);
    expect(at.results()[0]).toContain('two, not saved');
    expect(at.frames()).toContain('This is the text in the editor, which is not saved');
    expect(onDisk(cwd)).toBe(SAVED);
  });

  it('is asked for only of a client that offers it', async () => {
    const at = await played({ cwd: folder([read('a.txt')]), capabilities: {}, shows: () => SHOWN });
    expect([at.asked, at.results()[0]?.includes('not saved')]).toEqual([[], false]);
  });

  it('is nothing to mention where it is the text on disk, in whatever ends of lines', async () => {
    const cwd = folder([read('a.txt')], { files: { 'a.txt': 'one\r\ntwo\r\n' } });
    const at = await played({ cwd, shows: () => SAVED });
    expect(at.frames()).not.toContain('which is not saved');
  });

  it('of a file that a rule denies, or that is reached by a link to the outside, is never asked for', async () => {
    const outside = project({ 'far.txt': 'far\n' });
    const cwd = folder([read('.env'), read('link.txt')], { files: { '.env': 'KEY=1\n' }, deny: ['Read(.env)'] });
    symlinkSync(join(outside, 'far.txt'), join(cwd, 'link.txt'));
    const at = await played({ cwd, shows: () => 'hidden\n' });
    expect([at.asked, at.results().map((result) => result.slice(0, 6))]).toEqual([[], ['failed', 'failed']]);
  });

  it('of a file that is not on disk, or is no text, is not asked for', async () => {
    const cwd = folder([read('none.txt'), read('a.bin')], { files: { 'a.bin': 'a\0b' } });
    expect((await played({ cwd, shows: () => 'x' })).asked).toEqual([]);
  });

  it('that is an error, far too long, or no text, leaves the text on disk', async () => {
    const fails = () => Promise.reject(new Error('not open'));
    const lies = [7, {}, ['x'], true, { length: 3 }].map((answer) => () => answer as never);
    for (const shows of [fails, () => 'x'.repeat(5_000_000), ...lies]) {
      const at = await played({ cwd: folder([read('a.txt')]), shows });
      expect(at.results()[0]).toContain('two');
      expect(at.frames()).not.toContain('which is not saved');
    }
  });

  it('of an editor that hangs is waited for once, which is told, and then files are read from disk', async () => {
    const at = await played({ cwd: folder([read('a.txt'), read('a.txt')]), shows: () => new Promise(() => {}) });
    expect(at.asked).toHaveLength(1);
    expect(at.results().every((result) => result.startsWith('completed'))).toBe(true);
    expect(at.frames()).toContain('The editor did not say what it shows');
  });

  it('is given up with the prompt that is cancelled', async () => {
    const at = await editor({ cwd: folder([read('a.txt')]), shows: () => new Promise(() => {}) });
    const sessionId = await at.session();
    const answer = at.prompt(sessionId, 'Go.');
    await expect.poll(() => at.asked).toHaveLength(1);
    await at.agent.notify(methods.agent.session.cancel, { sessionId });
    expect(await answer).toBe('cancelled');
  });

  it('is asked for under the name that the editor gave its folder', async () => {
    const real = folder([read('a.txt')]);
    const cwd = join(project({}), 'link');
    symlinkSync(real, cwd);
    const at = await editor({ cwd, shows: () => SHOWN, trust: true });
    await at.prompt(await at.session(), 'Go.');
    expect(at.asked).toEqual([join(cwd, 'a.txt')]);
  });
});

describe('a change of a file', () => {
  it('keeps what the person has not saved, and the editor and the disk then have one text', async () => {
    const cwd = folder([read('a.txt'), edit('one', '1')]);
    const { buffer, ...hands } = withBuffer(SHOWN);
    await played({ cwd, ...hands });
    expect([onDisk(cwd), buffer.text]).toEqual(['1\ntwo, not saved\n', '1\ntwo, not saved\n']);
    expect(toldModel(cwd)).toContain('Unsaved changes of the person in the editor were kept');
  });

  it('is of the text that the agent has read: a Write over newer unsaved text is refused', async () => {
    const cwd = folder([read('a.txt'), { Write: { file_path: 'a.txt', content: 'new\n' } }]);
    let text = SAVED;
    const shows = () => {
      const now = text;
      text = SHOWN;
      return now;
    };
    const at = await played({ cwd, shows, takes: () => {} });
    expect(at.results()[1]).toContain('was modified since it was read');
    expect(onDisk(cwd)).toBe(SAVED);
  });

  it('that the editor cannot take is refused while the person has unsaved text', async () => {
    const cwd = folder([read('a.txt'), edit('one', '1')]);
    const at = await played({ cwd, shows: () => SHOWN });
    expect(at.results()[1]).toContain('has unsaved changes in the editor');
    expect(onDisk(cwd)).toBe(SAVED);
  });

  it('of a new file is given to the editor too', async () => {
    const cwd = folder([{ Write: { file_path: 'new.txt', content: 'new\n' } }]);
    const { buffer, ...hands } = withBuffer('');
    await played({ cwd, ...hands });
    expect([onDisk(cwd, 'new.txt'), buffer.text]).toEqual(['new\n', 'new\n']);
  });

  it('that the editor refuses, or saves in another form, is told', async () => {
    const refusing = folder([read('a.txt'), edit('one', '1')]);
    const refused = await played({ cwd: refusing, shows: () => SAVED, takes: () => Promise.reject(new Error('read-only view')) });
    expect(onDisk(refusing)).toBe('1\ntwo\n');
    expect(toldModel(refusing)).toContain('the editor has not taken it');
    expect(JSON.stringify(refused.of('agent_thought_chunk'))).toContain('The editor has not taken the new text of');
    const formatting = folder([read('a.txt'), edit('one', '1')]);
    const takes = (path: string, text: string) => writeFileSync(path, text.toUpperCase());
    await played({ cwd: formatting, shows: () => onDisk(formatting), takes });
    expect(toldModel(formatting)).toContain('The editor then saved another text than that');
    expect(onDisk(formatting)).toBe('1\nTWO\n');
  });
});
