import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Options, SDKMessage } from '@loadout/sdk';
import type { RecordedRequest } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { resultsIn, systemOf, wholeOf } from './lib/requests.js';
import { officialSdk, sdks } from './lib/sdks.js';
import { STDIO } from './lib/stdio-server.js';
import { kinds, world } from './lib/world.js';

const done = { text: 'Done.' };
const json = (value: unknown) => JSON.stringify(value);

/** The structured results of tools, by the id of the call. */
const dataOf = (messages: readonly SDKMessage[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    messages.flatMap((message) => {
      if (message.type !== 'user' || !('tool_use_result' in message)) return [];
      const [block] = message.message.content as readonly { readonly tool_use_id: string }[];
      return block === undefined ? [] : [[block.tool_use_id, message.tool_use_result]];
    }),
  );

describe.each(sdks)('$name', (sdk) => {
  it('a server that is a command is started, with its environment (MCP-01)', async () => {
    const { api, ask, cwd } = await world([{ tools: [{ name: 'mcp__env__word', input: {}, id: 'toolu_w' }] }, done], {
      files: { 'server.mjs': STDIO },
    });
    const mcpServers: Options['mcpServers'] = {
      env: { type: 'stdio', command: process.execPath, args: [join(cwd, 'server.mjs')], env: { WORD: 'milk' } },
    };
    const { messages } = await ask(sdk, 'go', { mcpServers, allowedTools: ['mcp__env__word'] });
    expect(messages[0]).toMatchObject({ mcp_servers: [{ name: 'env', status: 'connected' }] });
    expect(resultsIn(api.requests[1]).toolu_w).toBe('the word is milk');
  });

  it('servers of .mcp.json are read with the environment, once they are trusted, and left out where it is strict (MCP-19)', async () => {
    const server = { command: process.execPath, args: ['server.mjs'], env: { WORD: '${KIND:-milk}' }, alwaysLoad: true };
    const files = {
      'server.mjs': STDIO,
      '.mcp.json': json({ mcpServers: { env: server } }),
      '.claude/settings.local.json': json({ enableAllProjectMcpServers: true }),
    };
    // A server of a file is waited for five seconds, and may need more on a busy machine. The model calls its tool until it is there.
    const reply = async (request: RecordedRequest, index: number) => {
      if (wholeOf(request).includes('the word is') || wholeOf(request).includes('Be strict.')) return done;
      await pause(index === 0 ? 0 : 200);
      return { tools: [{ name: 'mcp__env__word', input: {}, id: `toolu_${index}` }] };
    };
    const { api, ask, cwd, home } = await world(reply, { files });
    writeFileSync(join(home, '.claude.json'), json({ projects: { [cwd]: { hasTrustDialogAccepted: true } } }));
    await ask(sdk, 'go', { allowedTools: ['mcp__env'] });
    expect(Object.values(resultsIn(api.requests.at(-1))).at(-1)).toBe('the word is milk');
    const strict = await ask(sdk, 'Be strict.', { strictMcpConfig: true });
    expect(strict.messages[0]).toMatchObject({ mcp_servers: [] });
  });

  it('a server that cannot be started is told of, and the run goes on (MCP-06)', async () => {
    const { ask } = await world([done]);
    const { messages, result } = await ask(sdk, 'go', { mcpServers: { broken: { command: '/no/such/program' } } });
    expect(messages.find((message) => 'subtype' in message && message.subtype === 'init')).toMatchObject({
      mcp_servers: [{ name: 'broken', status: 'failed' }],
    });
    expect(result).toMatchObject({ subtype: 'success' });
  });

  it('CLAUDE.md of the folder is what the model is told, with what it imports (LOOP-22)', async () => {
    const files = { 'CLAUDE.md': 'The answer is 42.\n@more.md', 'more.md': 'The question is lost.' };
    const { api, ask } = await world([done], { files });
    await ask(sdk, 'Hi');
    const told = systemOf(api.requests[0]) + wholeOf(api.requests[0]);
    expect(told).toContain('The answer is 42.');
    expect(told).toContain('The question is lost.');
  });

  it('a message that asks nothing is read with the next prompt (LOOP-17)', async () => {
    const { api, talk } = await world([done]);
    const program = talk(sdk);
    program.say('the milk is sour', { shouldQuery: false });
    program.say('what about the milk?');
    await program.result();
    await program.end();
    expect(api.requests).toHaveLength(1);
    expect(wholeOf(api.requests[0])).toMatch(/the milk is sour.*what about the milk\?/);
  });

  it('questions of the model go to canUseTool, and the answers come back in its input (TOOL-ASK-04)', async () => {
    const questions = [
      {
        question: 'Which milk?',
        header: 'Milk',
        multiSelect: false,
        options: [
          { label: 'Oat', description: 'of oats' },
          { label: 'Cow', description: 'of cows' },
        ],
      },
    ];
    const { api, ask } = await world([{ tools: [{ name: 'AskUserQuestion', input: { questions }, id: 'toolu_q' }] }, done]);
    const asked: unknown[] = [];
    await ask(sdk, 'go', {
      canUseTool: async (name, input) => {
        asked.push([name, input.questions]);
        return { behavior: 'allow', updatedInput: { ...input, answers: { 'Which milk?': 'Oat' } } };
      },
    });
    expect(asked).toEqual([['AskUserQuestion', questions]]);
    expect(resultsIn(api.requests[1]).toolu_q).toContain('Oat');
  });

  it('what tools say as data has the shapes of the SDK (DEF-24)', async () => {
    const files = { 'a.txt': 'one\ntwo\n', 'b.txt': 'two\n' };
    const calls = (cwd: string) => [
      [{ name: 'Read', input: { file_path: join(cwd, 'a.txt') }, id: 'toolu_read' }],
      [
        {
          name: 'Edit',
          input: { file_path: join(cwd, 'a.txt'), old_string: 'two', new_string: 'three' },
          id: 'toolu_edit',
        },
      ],
      [{ name: 'Write', input: { file_path: join(cwd, 'c.txt'), content: 'new\n' }, id: 'toolu_write' }],
      [
        { name: 'Bash', input: { command: 'echo hi; echo no >&2' }, id: 'toolu_bash' },
        { name: 'Glob', input: { pattern: '*.txt' }, id: 'toolu_glob' },
        { name: 'Grep', input: { pattern: 'two', output_mode: 'files_with_matches' }, id: 'toolu_files' },
        { name: 'Grep', input: { pattern: 'two', output_mode: 'content' }, id: 'toolu_content' },
      ],
    ];
    const made = await world(
      (_, index) => {
        const tools = calls(made.cwd)[index];
        return tools === undefined ? done : { tools };
      },
      { files },
    );
    const { messages } = await made.ask(sdk, 'go', { permissionMode: 'acceptEdits', allowedTools: ['Bash', 'Glob', 'Grep'] });
    const at = (name: string) => join(made.cwd, name);
    const data = dataOf(messages);
    expect(data.toolu_read).toMatchObject({
      type: 'text',
      file: {
        filePath: at('a.txt'),
        content: expect.stringContaining('one'),
        numLines: expect.any(Number),
        startLine: 1,
        totalLines: expect.any(Number),
      },
    });
    expect(data.toolu_edit).toMatchObject({
      filePath: at('a.txt'),
      oldString: 'two',
      newString: 'three',
      originalFile: 'one\ntwo\n',
      replaceAll: false,
      structuredPatch: [expect.objectContaining({ oldStart: expect.any(Number), lines: expect.any(Array) })],
    });
    expect(data.toolu_write).toMatchObject({
      type: 'create',
      filePath: at('c.txt'),
      content: 'new\n',
      structuredPatch: [],
      originalFile: null,
    });
    expect(data.toolu_bash).toMatchObject({
      stdout: expect.stringContaining('hi'),
      stderr: expect.any(String),
      interrupted: false,
    });
    expect(data.toolu_glob).toMatchObject({
      numFiles: 3,
      filenames: expect.arrayContaining([expect.stringContaining('b.txt')]),
      durationMs: expect.any(Number),
      truncated: false,
    });
    expect(data.toolu_files).toMatchObject({
      mode: 'files_with_matches',
      numFiles: 1,
      filenames: [expect.stringContaining('b.txt')],
    });
    expect(data.toolu_content).toMatchObject({ mode: 'content', numLines: 1, content: expect.stringContaining('two') });
  });

  it('/compact makes the conversation shorter, and says so (COMPACT-01)', async () => {
    const { api, talk } = await world(({ body }) =>
      JSON.stringify(body.messages.at(-1)).includes('ummar') ? { text: 'They spoke of milk.' } : { text: 'Milk is white.' },
    );
    const heard: unknown[] = [];
    const program = talk(sdk, {
      hooks: {
        PreCompact: [
          {
            hooks: [
              async (input: { trigger: string }) => {
                heard.push(input.trigger);
                return {};
              },
            ],
          },
        ],
      },
    });
    program.say('tell me of milk');
    await program.result();
    program.say('/compact');
    await program.next((message) => 'subtype' in message && message.subtype === 'compact_boundary');
    await program.result();
    program.say('and now?');
    await program.result();
    const { messages } = await program.end();
    expect(heard).toEqual(['manual']);
    expect(kinds(messages)).toContain('system/compact_boundary');
    expect(wholeOf(api.requests.at(-1))).toContain('They spoke of milk.');
  });
});

describe(officialSdk.name, () => {
  it('servers may come with initialize instead of the command line (CTRL-08)', async () => {
    const { api, ask, cwd } = await world([{ tools: [{ name: 'mcp__env__word', input: {}, id: 'toolu_w' }] }, done], {
      files: { 'server.mjs': STDIO },
    });
    const env = { command: process.execPath, args: [join(cwd, 'server.mjs')], env: { WORD: 'milk' } };
    await ask(officialSdk, 'go', {
      mcpServers: { env },
      mcpServersDelivery: 'initialize',
      allowedTools: ['mcp__env__word'],
    } as object);
    expect(resultsIn(api.requests[1]).toolu_w).toBe('the word is milk');
  });

  it('extraArgs go to the command, and what it says beside the protocol to stderr (CTRL-01)', async () => {
    const { ask } = await world([done]);
    const heard: string[] = [];
    const uuid = '44444444-4444-4444-8444-444444444444';
    const { query } = await world([done]);
    const { userMessage, ended } = await import('./lib/talk.js');
    async function* prompts() {
      yield userMessage('Hi', { uuid });
    }
    const { messages } = await ended(query(officialSdk, prompts(), { extraArgs: { 'replay-user-messages': null } } as object));
    expect(messages.find((message) => message.type === 'user')).toMatchObject({ isReplay: true, uuid });
    const { thrown } = await ask(officialSdk, 'Hi', {
      extraArgs: { 'no-such-flag': null },
      stderr: (text: string) => heard.push(text),
    } as object);
    expect(thrown?.message).toContain('exited with code');
    expect(heard.join('')).toContain('no-such-flag');
  });
});
