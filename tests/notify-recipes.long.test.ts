import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from './lib/loadout.js';
import { serve, TOKEN } from './serve-http.test-kit.js';

/** The program that the guide shows under this name. */
function shownProgram(name: string): string {
  const page = readFileSync(join(root, 'docs/guide/talk-page/services.md'), 'utf8');
  const [, text = ''] = new RegExp(`\`\`\`js\\n(// ${name}\\n[\\s\\S]*?)\`\`\``).exec(page) ?? [];
  return text;
}

/** A server that stands in for the service of a program, and answers as the service does. */
async function service(status: number) {
  const asked: { path: string | undefined; authorization: string | undefined; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    asked.push({ path: request.url, authorization: request.headers.authorization, body: JSON.parse(text) });
    response.writeHead(status).end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const turns = [{ tools: [{ Write: { file_path: 'note.txt', content: 'hello\n' } }] }, { text: 'Done.' }];

async function notified(program: string, env: Readonly<Record<string, string>>) {
  const config = { notify: { it: { command: [process.execPath, `./${program}`], on: ['waiting'] } } };
  const files = { [program]: shownProgram(program) };
  const server = await serve({ turns, config, files, env: { LOADOUT_HTTP_TOKEN: TOKEN, ...env } });
  const { id } = (await server.start({ prompt: 'Write.', approvals: 'ask' })).body;
  return { ...server, address: `${server.url}/runs/${id}`, id };
}

it('the program of the guide for a chat posts the command that answers', async () => {
  const chat = await service(200);
  const { address } = await notified('notify-slack.mjs', { SLACK_WEBHOOK_URL: `${chat.url}/services/T0/B0` });
  await expect.poll(() => chat.asked.length).toBe(1);
  expect(chat.asked).toEqual([
    {
      path: '/services/T0/B0',
      authorization: undefined,
      body: { text: expect.stringContaining(`helper waits for an approval of Write: loadout approve ${address} `) },
    },
  ]);
});

it('the program of the guide for GitHub comments on an issue', async () => {
  const github = await service(201);
  const env = { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'team/app', ISSUE: '7', GITHUB_TOKEN: 'a-token' };
  const { address, id } = await notified('notify-github.mjs', env);
  await expect.poll(() => github.asked.length).toBe(1);
  expect(github.asked).toEqual([
    {
      path: '/repos/team/app/issues/7/comments',
      authorization: 'Bearer a-token',
      body: { body: `The run ${id} of helper: deferred. Answer: \`loadout approve ${address}\`` },
    },
  ]);
});

it('a service that refuses is noted, and the run goes on', async () => {
  const chat = await service(404);
  const server = await notified('notify-slack.mjs', { SLACK_WEBHOOK_URL: chat.url });
  await expect.poll(() => server.process.errors()).toContain('note: notify.it:');
  expect((await server.ask(`/runs/${server.id}`)).body.state).toBe('waiting');
});
