import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { a2aClient, allFilesIn, filesIn, message, said } from '../../packages/a2a/src/a2a-client.test-kit.js';
import { scripted } from '../cli/scripted.js';
import { project } from '../lib/loadout.js';
import { servedAt } from './drivers/http.js';

const write = (file_path: string, content: string) => ({ Write: { file_path, content } });
const edit = (file_path: string, old_string: string, new_string: string) => ({ Edit: { file_path, old_string, new_string } });

/** A task of an agent that makes these calls, of a real server. */
async function played(calls: readonly object[], config = {}) {
  const cwd = scripted({
    turns: [...calls.map((call) => ({ tools: [call] })), { text: 'Done.' }],
    config: { permissions: { mode: 'acceptEdits', deny: ['Write(secret/**)'] }, sessions: { dir: '.sessions' }, ...config },
    files: { 'old.ts': 'one\n', 'secret/keep.txt': 'kept\n' },
  });
  const server = await servedAt(cwd);
  const client = await a2aClient(server.url);
  const task = await client.sendMessage(message({ text: 'Go.' }));
  return { cwd, server, client, task };
}

describe('the files of a task over A2A', () => {
  it('are artifacts with a type and a name below the folder of the run: what was written, as it is at the end', async () => {
    const calls = [
      write('notes/a.md', '# One\n'),
      edit('notes/a.md', 'One', 'Two'),
      { Read: { file_path: 'old.ts' } },
      edit('old.ts', 'one', '1'),
    ];
    const { client, task } = await played(calls);
    const files = { 'notes/a.md': 'text/markdown: # Two\n', 'old.ts': 'text/plain: 1\n' };
    expect(filesIn(task)).toEqual(files);
    expect(filesIn(await client.getTask({ tenant: '', id: said(task).id }))).toEqual(files);
    expect(said(task).texts.at(-1)).toBe('Done.');
  });

  it('are told in a stream too, before the end', async () => {
    const cwd = scripted({
      turns: [{ tools: [write('a.json', '{}')] }, { text: 'Done.' }],
      config: { permissions: { mode: 'acceptEdits' } },
    });
    const client = await a2aClient((await servedAt(cwd)).url);
    const names = [];
    for await (const { payload } of client.sendMessageStream(message({ text: 'Go.' })))
      names.push(payload?.$case === 'artifactUpdate' ? payload.value.artifact?.name : payload?.$case);
    expect(names.slice(-3)).toEqual(['answer', 'a.json', 'statusUpdate']);
  });

  it('are none of a call that a rule denied, nor of a file that was only read', async () => {
    const { task } = await played([write('secret/x.txt', 'x'), { Read: { file_path: 'secret/keep.txt' } }]);
    expect(filesIn(task)).toEqual({});
    expect(said(task).texts.join()).toContain('Denied: Write is denied by the rule Write(secret/**)');
  });

  it('are named and not sent beyond a size', async () => {
    const grows = { Edit: { file_path: 'big.txt', old_string: 'x', new_string: 'y'.repeat(2000), replace_all: true } };
    const { task } = await played([write('big.txt', 'x'.repeat(1000)), grows, write('small.txt', 'small')]);
    expect(filesIn(task)).toEqual({ 'small.txt': 'text/plain: small' });
    expect(said(task).texts).toContain('big.txt has 2000000 bytes, which is too much to be sent here.');
  });

  it('are 50 at most, and the number of the rest is told', async () => {
    const { task } = await played(Array.from({ length: 53 }, (_, at) => write(`f${at}.txt`, String(at))));
    expect(Object.keys(filesIn(task))).toEqual(Array.from({ length: 50 }, (_, at) => `f${at}.txt`));
    expect(said(task).texts).toContain('3 more files were written. A task has 50 at most.');
  });

  it('are each its own file, also where files of other folders have the same name', async () => {
    const [one, other] = [join(project({}), 'a.txt'), join(project({}), 'a.txt')];
    const calls = [write(one, 'one'), write('a.txt', 'near'), write(other, 'other')];
    const { task } = await played(calls, { permissions: { allow: ['Edit(//**)'] } });
    const texts = ['one', 'near', 'other'];
    expect(allFilesIn(task)).toEqual(texts.map((text) => ['a.txt', `text/plain: ${text}`]));
  });

  it('are there after a restart of the server', async () => {
    const { cwd, server, task } = await played([write('a.txt', 'one\n')]);
    await server.end();
    const client = await a2aClient((await servedAt(cwd)).url);
    expect(filesIn(await client.getTask({ tenant: '', id: said(task).id }))).toEqual({ 'a.txt': 'text/plain: one\n' });
  });
});
