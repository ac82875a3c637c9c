import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { wholeOf } from './lib/requests.js';
import { officialSdk, sdks } from './lib/sdks.js';
import { isRunning, until } from './lib/until.js';
import { world } from './lib/world.js';

describe.each(sdks)('$name', (sdk) => {
  it('an interrupt in the middle of a stream ends the request; what was said is kept; the session goes on (LOOP-16)', async () => {
    const held = new Promise<void>(() => {});
    const { api, talk } = await world([
      { text: ['Once upon ', 'a time'], hold: held, blocks: [{ type: 'text', text: 'there' }] },
      { text: 'Back.' },
    ]);
    const program = talk(sdk, { includePartialMessages: true });
    program.say('tell me');
    await program.next(({ type, ...rest }) => type === 'stream_event' && JSON.stringify(rest).includes('a time'));
    expect(await program.query.interrupt()).toEqual({ still_queued: [] });
    expect(await program.result()).toMatchObject({
      subtype: 'error_during_execution',
      is_error: true,
      terminal_reason: 'aborted_streaming',
      errors: [expect.stringMatching(/interrupt/i)],
    });
    await api.requests[0]?.disconnected;
    const texts = program.messages.filter((message) => message.type === 'user').map((message) => JSON.stringify(message.message));
    expect(texts).toEqual([expect.stringContaining('[Request interrupted by user]')]);
    program.say('still there?');
    expect(await program.result()).toMatchObject({ subtype: 'success', result: 'Back.' });
    const { thrown } = await program.end();
    expect(thrown).toBeUndefined();
    expect(wholeOf(api.requests[1])).toContain('[Request interrupted by user]');
    expect(api.requests).toHaveLength(2);
  });

  it('an interrupt in the middle of a command ends its processes, the call is answered, the session goes on (LOOP-16)', async () => {
    const command = 'sleep 300 & echo $! > pid; wait';
    const { api, talk, cwd } = await world([{ tools: [{ name: 'Bash', input: { command }, id: 'toolu_b' }] }, { text: 'Back.' }]);
    const program = talk(sdk, { allowedTools: ['Bash'] });
    program.say('wait');
    await until(() => existsSync(join(cwd, 'pid')) && readFileSync(join(cwd, 'pid'), 'utf8').endsWith('\n'));
    const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'));
    expect(isRunning(pid)).toBe(true);
    await program.query.interrupt();
    expect(await program.result()).toMatchObject({ subtype: 'error_during_execution', terminal_reason: 'aborted_tools' });
    await until(() => !isRunning(pid));
    program.say('and now?');
    expect(await program.result()).toMatchObject({ result: 'Back.' });
    await program.end();
    expect(wholeOf(api.requests[1])).toContain('"tool_use_id":"toolu_b"');
    expect(wholeOf(api.requests[1])).toContain('[Request interrupted by user for tool use]');
  });

  it('an interrupt while the program is asked withdraws the question (CTRL-10)', async () => {
    let withdrawn: () => void = () => {};
    const gone = new Promise<void>((resolve) => {
      withdrawn = resolve;
    });
    let asked: () => void = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const { talk } = await world([
      { tools: [{ name: 'Bash', input: { command: 'touch made' }, id: 'toolu_b' }] },
      { text: 'Back.' },
    ]);
    const program = talk(sdk, {
      canUseTool: (_, __, { signal }) => {
        signal.addEventListener('abort', () => withdrawn(), { once: true });
        asked();
        return new Promise(() => {});
      },
    });
    program.say('go');
    await isAsked;
    await program.query.interrupt();
    await gone;
    expect(await program.result()).toMatchObject({ subtype: 'error_during_execution' });
    program.say('again');
    expect(await program.result()).toMatchObject({ result: 'Back.' });
    await program.end();
  });

  it('an interrupt in a tool of the program ends the call, and prompts that wait are still answered (LOOP-17)', async () => {
    let began: () => void = () => {};
    const isRunningTool = new Promise<void>((resolve) => {
      began = resolve;
    });
    const slow = sdk.createSdkMcpServer({
      name: 'demo',
      tools: [
        sdk.tool('wait', 'Waits', { long: z.string() }, () => {
          began();
          return new Promise(() => {});
        }),
      ],
    });
    const { talk } = await world([
      { tools: [{ name: 'mcp__demo__wait', input: { long: 'x' }, id: 'toolu_w' }] },
      { text: 'Next.' },
    ]);
    const program = talk(sdk, { mcpServers: { demo: slow }, allowedTools: ['mcp__demo'] });
    program.say('go');
    await isRunningTool;
    const uuid = '11111111-1111-4111-8111-111111111111';
    program.say('queued', { uuid });
    expect(await program.query.interrupt()).toMatchObject({ still_queued: expect.any(Array) });
    expect(await program.result()).toMatchObject({ subtype: 'error_during_execution' });
    expect(await program.result()).toMatchObject({ result: 'Next.' });
    await program.end();
  });

  it('an abort of the program ends the query with its error, and what it started (STATE-03)', async () => {
    const abortController = new AbortController();
    const command = 'echo $$ > pid; exec sleep 300';
    const { ask, cwd } = await world([{ tools: [{ name: 'Bash', input: { command }, id: 'toolu_b' }] }]);
    const asked = ask(sdk, 'wait', { allowedTools: ['Bash'], abortController });
    await until(() => existsSync(join(cwd, 'pid')) && readFileSync(join(cwd, 'pid'), 'utf8').endsWith('\n'));
    const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'));
    abortController.abort();
    const { thrown } = await asked;
    expect(thrown).toBeInstanceOf(sdk.AbortError);
    await until(() => !isRunning(pid));
  });

  it('leaving the loop ends the query and what it started (STATE-03)', async () => {
    const command = 'echo $$ > pid; exec sleep 300';
    const { query, cwd } = await world([{ tools: [{ name: 'Bash', input: { command }, id: 'toolu_b' }] }]);
    for await (const message of query(sdk, 'wait', { allowedTools: ['Bash'] })) {
      if (message.type !== 'assistant') continue;
      await until(() => existsSync(join(cwd, 'pid')) && readFileSync(join(cwd, 'pid'), 'utf8').endsWith('\n'));
      break;
    }
    const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'));
    await until(() => !isRunning(pid));
  });
});

describe(officialSdk.name, () => {
  it('an abort leaves nothing running, however busy the machine is: the SDK sends SIGTERM twice (STATE-03)', async () => {
    const command = 'echo $$ > pid; exec sleep 300';
    const aborted = async () => {
      const abortController = new AbortController();
      const { ask, cwd } = await world([{ tools: [{ name: 'Bash', input: { command }, id: 'toolu_b' }] }]);
      const asked = ask(officialSdk, 'wait', { allowedTools: ['Bash'], abortController });
      await until(() => existsSync(join(cwd, 'pid')) && readFileSync(join(cwd, 'pid'), 'utf8').endsWith('\n'));
      abortController.abort();
      await asked;
      return Number(readFileSync(join(cwd, 'pid'), 'utf8'));
    };
    const pids = await Promise.all(Array.from({ length: 12 }, aborted));
    await until(() => pids.every((pid) => !isRunning(pid)));
  });
});
