import { expect, it } from 'vitest';
import { served } from '../../serve/src/served.test-kit.js';
import { a2aClient, message, said } from './a2a-client.test-kit.js';

const LIST = { tenant: '', contextId: '', status: 0, pageToken: '', statusTimestampAfter: undefined };

it('the tasks of an agent are listed, the newest first, in pages; a task that went on after a question is one', async () => {
  const server = await served({ turns: [{ tools: [{ Note: { a: 1 } }] }, { text: 'Noted.' }] });
  const client = await a2aClient(server.url);
  const ids: string[] = [];
  const contexts: string[] = [];
  for (const text of ['One.', 'Two.', 'Three.']) {
    const { id, contextId } = said(await client.sendMessage(message({ text })));
    ids.unshift(id);
    contexts.unshift(contextId);
  }
  await client.sendMessage(message({ data: { approved: true } }, { taskId: ids[2] ?? '', contextId: contexts[2] ?? '' }));
  const first = await client.listTasks({ ...LIST, pageSize: 2 });
  const second = await client.listTasks({ ...LIST, pageSize: 2, pageToken: first.nextPageToken, includeArtifacts: true });
  const all = [...first.tasks, ...second.tasks];
  expect([all.map(({ id }) => id), second.nextPageToken, first.totalSize]).toEqual([expect.arrayContaining(ids), '', 3]);
  expect(all).toHaveLength(3);
  const done = await client.listTasks({ ...LIST, contextId: contexts[2] ?? '', includeArtifacts: true });
  expect(done.tasks.map(({ id, artifacts }) => [id, artifacts.length])).toEqual([[ids[2], 1]]);
  await expect(client.listTasks({ ...LIST, pageSize: 1000 })).rejects.toThrow('pageSize');
  await expect(client.listTasks({ ...LIST, pageToken: 'none' })).rejects.toThrow('pageToken');
});
