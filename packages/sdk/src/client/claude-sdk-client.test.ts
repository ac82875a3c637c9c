import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MockApi, MockApiOptions, Reply } from '@loadout/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { place, user } from '../query/query.test-kit.js';
import { startup } from '../query/startup.js';
import type { SDKMessage } from '../types/messages.js';
import type { Options } from '../types/options.js';
import { ClaudeSDKClient } from './claude-sdk-client.js';

const clients: ClaudeSDKClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.disconnect();
});

interface Made {
  readonly client: ClaudeSDKClient;
  readonly api: MockApi;
  readonly cwd: string;
}

async function made(replies: MockApiOptions['replies'], options: Options = {}): Promise<Made> {
  const { api, cwd, options: given } = await place(replies);
  const client = new ClaudeSDKClient({ ...given, ...options });
  clients.push(client);
  return { client, api, cwd };
}

/** A signal that a reply sets: the request has arrived. */
function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  const replying = (reply: Reply) => {
    give();
    return reply;
  };
  return { given, with: replying };
}

async function all(messages: AsyncIterable<SDKMessage>): Promise<SDKMessage[]> {
  const read: SDKMessage[] = [];
  for await (const message of messages) read.push(message);
  return read;
}

const answerOf = (messages: readonly SDKMessage[]) => {
  const last = messages.at(-1);
  return last?.type === 'result' && last.subtype === 'success' ? last.result : last;
};

describe('a client', () => {
  it('keeps one conversation over many prompts, each with a response that ends with its result (LOOP-23)', async () => {
    const { client, api } = await made([{ text: 'One.' }, { text: 'Two.' }]);
    await client.connect('First');
    expect(answerOf(await all(client.receiveResponse()))).toBe('One.');
    await client.query('Second');
    expect(answerOf(await all(client.receiveResponse()))).toBe('Two.');
    expect(api.requests[1]?.body.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  });

  it('continues reading where an earlier loop stopped', async () => {
    const { client } = await made([{ text: 'One.' }]);
    await client.connect('First');
    for await (const message of client.receiveMessages()) if (message.type === 'system') break;
    expect(answerOf(await all(client.receiveResponse()))).toBe('One.');
  });

  it('accepts a stream of messages, also on an open connection', async () => {
    const { client } = await made([{ text: 'One.' }, { text: 'Two.' }]);
    await client.connect();
    await client.connect(
      (async function* () {
        yield user('First');
      })(),
    );
    expect(answerOf(await all(client.receiveResponse()))).toBe('One.');
    await client.connect('Second');
    expect(answerOf(await all(client.receiveResponse()))).toBe('Two.');
  });

  it('interrupts the current turn, and the conversation continues (CTRL-08)', async () => {
    const asked = signal();
    const { client } = await made((_, index) => (index === 0 ? asked.with({ text: 'Half', fault: 'hang' }) : { text: 'Two.' }));
    await client.connect('First');
    const response = all(client.receiveResponse());
    await asked.given;
    await client.interrupt();
    expect((await response).at(-1)).toMatchObject({ type: 'result', subtype: 'error_during_execution' });
    await client.query('Second');
    expect(answerOf(await all(client.receiveResponse()))).toBe('Two.');
  });

  it('changes mode and model from the next turn on (CTRL-08)', async () => {
    const { client, api } = await made([{ text: 'One.' }, { text: 'Two.' }]);
    await client.connect('First');
    await all(client.receiveResponse());
    await client.setModel('claude-haiku-4-5');
    await client.setPermissionMode('acceptEdits');
    await client.query('Second');
    const init = { subtype: 'init', permissionMode: 'acceptEdits' };
    expect(await all(client.receiveResponse())).toContainEqual(expect.objectContaining(init));
    expect(api.requests[1]?.body.model).toBe('claude-haiku-4-5');
  });

  it('reports itself, its servers, its context, and an unknown task (CTRL-11)', async () => {
    const { client } = await made([{ text: 'One.' }], { agents: { helper: { description: 'Helps.', prompt: 'Help.' } } });
    await client.connect();
    expect((await client.getServerInfo()).agents).toContainEqual({ name: 'helper', description: 'Helps.' });
    expect(await client.getMcpStatus()).toEqual({ mcpServers: [] });
    expect((await client.getContextUsage()).totalTokens).toBeGreaterThan(0);
    await expect(client.stopTask('none')).rejects.toThrow('there is no task "none"');
  });

  it('restores files to their state before a prompt (CTRL-11)', async () => {
    let file = '';
    const replies: MockApiOptions['replies'] = (_, index) =>
      [
        { tools: [{ name: 'Read', input: { file_path: file } }] },
        { tools: [{ name: 'Write', input: { file_path: file, content: 'after' } }] },
      ][index] ?? { text: 'Done.' };
    const { client, cwd } = await made(replies, { enableFileCheckpointing: true, permissionMode: 'acceptEdits' });
    file = join(cwd, 'note.txt');
    writeFileSync(file, 'before');
    const uuid = '7e0a1c52-95a4-4b7f-8f6c-2f1c0f1a9d11';
    await client.connect(
      (async function* () {
        yield user('Change it', { uuid });
      })(),
    );
    expect(answerOf(await all(client.receiveResponse()))).toBe('Done.');
    expect(readFileSync(file, 'utf8')).toBe('after');
    expect(await client.rewindFiles(uuid)).toMatchObject({ canRewind: true });
    expect(readFileSync(file, 'utf8')).toBe('before');
  });

  it('ends its readers when it disconnects, and can connect again', async () => {
    const asked = signal();
    const { client } = await made((_, index) => (index === 0 ? asked.with({ text: 'One.' }) : { text: 'Two.' }));
    await client.connect('First');
    const reading = all(client.receiveMessages());
    await asked.given;
    await client.disconnect();
    expect(await reading).not.toEqual([]);
    await expect(client.query('Second')).rejects.toMatchObject({ code: 'SDK_NOT_CONNECTED' });
    await client.connect('Third');
    expect(answerOf(await all(client.receiveResponse()))).toBe('Two.');
  });

  it('reports a missing connection, and invalid options', async () => {
    const { client } = await made([], { permissionMode: 'reckless' as never });
    await expect(client.interrupt()).rejects.toMatchObject({ code: 'SDK_NOT_CONNECTED' });
    await expect(client.connect()).rejects.toMatchObject({ code: 'SDK_MODE_UNKNOWN' });
    await expect(client.query('Hi')).rejects.toMatchObject({ code: 'SDK_NOT_CONNECTED' });
  });
});

describe('a query that was started before its prompt', () => {
  it('takes one prompt, once', async () => {
    const warm = await startup({ options: (await place([{ text: 'One.' }])).options });
    const messages = warm.query('First');
    expect(() => warm.query('Second')).toThrow('The query is closed.');
    expect(answerOf(await all(messages))).toBe('One.');
  });

  it('fails with its start error, and can end without a prompt', async () => {
    const { options } = await place([]);
    const wrong = { ...options, permissionMode: 'reckless' as never };
    await expect(startup({ options: wrong })).rejects.toMatchObject({ code: 'SDK_MODE_UNKNOWN' });
    const warm = await startup({ options });
    warm.close();
    expect(await all(warm.query('Too late'))).toEqual([]);
  });
});
