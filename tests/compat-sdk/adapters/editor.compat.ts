import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import * as acp from '@agentclientprotocol/sdk';
import type { MockApiOptions, Reply } from '@loadout/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { done } from '../lib/hooks.js';
import { bin } from '../lib/sdks.js';
import { type World, world } from '../lib/world.js';

const adapter = fileURLToPath(new URL('node_modules/@agentclientprotocol/claude-agent-acp/dist/index.js', import.meta.url));
const write = { tools: [{ name: 'Write', input: { file_path: 'made.txt', content: 'hello' }, id: 'toolu_w' }] };
/** Answers requests with tools in their order, and those without, which ask for a title, with a title. */
function replies(...turns: Reply[]): MockApiOptions['replies'] {
  const rest = [...turns];
  return ({ body }) => ((body.tools ?? []).length === 0 ? { text: '"A list of chores."' } : (rest.shift() ?? done));
}

const text = (words: string): acp.PromptRequest['prompt'] => [{ type: 'text', text: words }];

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.stdin?.end();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
});

interface Heard {
  readonly updates: acp.SessionUpdate[];
  readonly questions: acp.RequestPermissionRequest[];
}

/** An editor: a client of the Agent Client Protocol that starts the adapter for Claude Code, which starts Loadout. */
async function edit(
  { cwd, env }: World,
  answer: acp.PermissionOptionKind,
  work: (session: acp.NewSessionResponse, agent: acp.ClientContext, heard: Heard) => Promise<void>,
): Promise<Heard> {
  const heard: Heard = { updates: [], questions: [] };
  const child = spawn(process.execPath, [adapter], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...env, CLAUDE_CODE_EXECUTABLE: bin },
  });
  children.push(child);
  const input = Writable.toWeb(child.stdin);
  const output = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>;
  await acp
    .client({ name: 'editor' })
    .onRequest(acp.methods.client.session.requestPermission, async ({ params }) => {
      heard.questions.push(params);
      const option = params.options.find((one) => one.kind === answer);
      if (option === undefined) throw new Error(`the editor offers no ${answer}: ${JSON.stringify(params.options)}`);
      return { outcome: { outcome: 'selected', optionId: option.optionId } };
    })
    .onNotification(acp.methods.client.session.update, ({ params }) => {
      heard.updates.push(params.update);
    })
    .connectWith(acp.ndJsonStream(input, output), async (agent) => {
      await agent.request(acp.methods.agent.initialize, { protocolVersion: acp.PROTOCOL_VERSION, clientCapabilities: {} });
      const session = await agent.request(acp.methods.agent.session.new, { cwd, mcpServers: [] });
      await work(session, agent, heard);
    });
  return heard;
}

describe('an editor over its adapter for Claude Code', () => {
  it('asks the person before a file is written, and shows the call and the answer (PERM-01)', async () => {
    const made = await world(replies(write, done));
    const { questions, updates } = await edit(made, 'allow_once', async ({ sessionId }, agent) => {
      const end = await agent.request(acp.methods.agent.session.prompt, { sessionId, prompt: text('write') });
      expect(end.stopReason).toBe('end_turn');
    });
    expect(readFileSync(join(made.cwd, 'made.txt'), 'utf8')).toBe('hello');
    expect(questions).toMatchObject([{ toolCall: { toolCallId: 'toolu_w', kind: 'edit' } }]);
    expect(updates).toContainEqual(expect.objectContaining({ sessionUpdate: 'tool_call_update', status: 'completed' }));
    expect(updates).toContainEqual(
      expect.objectContaining({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Done.' } }),
    );
  });

  it('writes nothing that the person refuses (PERM-01)', async () => {
    const made = await world(replies(write, done));
    const { updates } = await edit(made, 'reject_once', async ({ sessionId }, agent) => {
      await agent.request(acp.methods.agent.session.prompt, { sessionId, prompt: text('write') });
    });
    expect(existsSync(join(made.cwd, 'made.txt'))).toBe(false);
    expect(updates).toContainEqual(expect.objectContaining({ sessionUpdate: 'tool_call_update', status: 'failed' }));
  });

  it('cancels what runs, and the session goes on (LOOP-16)', async () => {
    const sleep = { tools: [{ name: 'Bash', input: { command: 'echo begun >begun; sleep 60' }, id: 'toolu_b' }] };
    const made = await world(replies(sleep, done, done));
    await edit(made, 'allow_once', async ({ sessionId }, agent) => {
      const asked = agent.request(acp.methods.agent.session.prompt, { sessionId, prompt: text('sleep') });
      await expect.poll(() => existsSync(join(made.cwd, 'begun'))).toBe(true);
      await agent.notify(acp.methods.agent.session.cancel, { sessionId });
      expect((await asked).stopReason).toBe('cancelled');
      const again = await agent.request(acp.methods.agent.session.prompt, { sessionId, prompt: text('and now?') });
      expect(again.stopReason).toBe('end_turn');
    });
  });

  it('shows a title that the model gives the session, and keeps it with the session (CTRL-11)', async () => {
    const made = await world(replies(done));
    await edit(made, 'allow_once', async ({ sessionId }, agent, { updates }) => {
      await agent.request(acp.methods.agent.session.prompt, { sessionId, prompt: text('Which chores are left?') });
      const titles = () => updates.flatMap((one) => (one.sessionUpdate === 'session_info_update' ? [one.title] : []));
      await expect.poll(titles).toContain('A list of chores');
    });
  });

  it('lists the modes, the models and the commands of the engine (CTRL-11)', async () => {
    const made = await world(replies(done));
    const { updates } = await edit(made, 'allow_once', async (session, agent) => {
      expect(session.modes?.availableModes.map(({ id }) => id)).toEqual(
        expect.arrayContaining(['default', 'acceptEdits', 'plan']),
      );
      expect(session.configOptions).toContainEqual(expect.objectContaining({ id: 'model' }));
      await agent.request(acp.methods.agent.session.prompt, { sessionId: session.sessionId, prompt: text('Hi') });
    });
    const commands = updates.findLast((one) => one.sessionUpdate === 'available_commands_update')?.availableCommands ?? [];
    expect(commands).toContainEqual(expect.objectContaining({ name: 'compact' }));
  });
});
