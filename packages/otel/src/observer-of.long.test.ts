import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnyTool, defineTool } from '@loadout/core';
import { scriptedModel } from '@loadout/model-script';
import { type CreateAgentOptions, createAgent } from '@loadout/runner';
import { startOtlpSink } from '@loadout/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { observerOf } from './observer-of.js';
import type { OtelOptions } from './settings.js';

const env = (seen: string[]): AnyTool =>
  defineTool({
    name: 'Env',
    description: 'Tells its trace.',
    annotations: { readOnlyHint: true },
    call: (_, context) => {
      seen.push(context.env.TRACEPARENT ?? 'none');
      return 'told';
    },
  });

const note: AnyTool = defineTool({
  name: 'Note',
  description: 'Notes.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  call: () => 'noted',
});

interface Wish {
  readonly options?: OtelOptions;
  readonly env?: Readonly<Record<string, string>>;
  readonly agent?: Partial<CreateAgentOptions>;
  readonly turns?: Parameters<typeof scriptedModel>[0];
}

async function traced({ options = {}, env: variables = {}, agent: more = {}, turns = [{ text: 'Hi.' }] }: Wish = {}) {
  const sink = await startOtlpSink();
  onTestFinished(() => sink.close());
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-otel-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const observer = observerOf({ endpoint: sink.url, ...options }, variables);
  const agent = await createAgent({
    model: scriptedModel(turns),
    workspace: folder,
    sessionsDir: join(folder, 'sessions'),
    env: { HOME: folder, PATH: process.env.PATH },
    observer,
    ...more,
  });
  const result = await agent.run('Say hi.').result;
  return { sink, agent, result, folder };
}

describe('a run as a trace', () => {
  it('has a span for the agent, each request and each call, with tokens, and the rule that decided', async () => {
    const seen: string[] = [];
    const { sink, agent, result } = await traced({
      agent: {
        customTools: [env(seen), note],
        permissions: { deny: ['Note(text:x)'] },
      },
      turns: [{ tools: [{ Env: {} }, { Note: { text: 'x' } }] }, { text: 'Done.' }],
    });
    await agent.close();
    expect(sink.tree()).toBe(
      'invoke_agent main !denied\n  chat script\n  execute_tool Env\n  execute_tool Note !PERMISSION_DENIED\n  chat script',
    );
    const root = sink.spans.find(({ name }) => name === 'invoke_agent main');
    expect(root?.attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.conversation.id': result.sessionId,
      'loadout.outcome': 'denied',
    });
    const denied = sink.spans.find(({ name }) => name === 'execute_tool Note');
    expect(denied?.events).toMatchObject([
      {
        name: 'loadout.permission',
        attributes: { 'loadout.permission.decision': 'deny', 'loadout.permission.rule': 'Note(text:x)' },
      },
    ]);
    const { attributes = {} } = sink.spans.find(({ name }) => name === 'chat script') ?? {};
    expect(attributes['gen_ai.usage.input_tokens']).toBeGreaterThan(0);
    expect(attributes['gen_ai.response.id']).toEqual(expect.any(String));
    const own = sink.spans.find(({ name }) => name === 'execute_tool Env');
    expect(seen).toEqual([`00-${own?.traceId}-${own?.spanId}-01`]);
  });

  it('counts durations, tokens, decisions and runs, with no session in a label', async () => {
    const { sink, agent, result } = await traced({
      agent: { customTools: [env([])] },
      turns: [{ tools: [{ Env: {} }] }, { text: 'Done.' }],
    });
    await agent.close();
    const of = (metric: string) => sink.points.filter((point) => point.metric === metric);
    expect(of('loadout.runs')).toMatchObject([{ sum: 1, attributes: { 'loadout.outcome': 'success' } }]);
    expect(of('loadout.permission.decisions')).toMatchObject([{ sum: 1, attributes: { 'gen_ai.tool.name': 'Env' } }]);
    expect(of('gen_ai.client.operation.duration')).toMatchObject([{ unit: 's', count: 2 }]);
    expect(of('gen_ai.client.token.usage')).toHaveLength(2);
    expect(JSON.stringify(sink.points)).not.toContain(result.sessionId);
  });

  it('sends no text of the conversation by default, and none of the secrets with content: full', async () => {
    const turns = [{ tools: [{ Env: { note: 'the input' } }] }, { text: 'The answer s3cr3t-value.' }];
    const plain = await traced({ turns, agent: { customTools: [env([])] } });
    await plain.agent.close();
    expect(JSON.stringify(plain.sink.bodies)).not.toMatch(/Say hi|The answer|the input|told/);
    const key = { name: 'keyed', secrets: () => ['s3cr3t-value'], stream: scriptedModel(turns).stream };
    const full = await traced({ options: { content: 'full' }, agent: { customTools: [env([])], model: key } });
    await full.agent.close();
    const text = JSON.stringify(full.sink.bodies);
    expect(text).toMatch(/Say hi[\s\S]*/);
    expect(text).toContain('The answer [secret].');
    expect(text).not.toContain('s3cr3t-value');
  });

  it('is part of the trace of the process, and follows its sampling', async () => {
    const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const { sink, agent } = await traced({ env: { TRACEPARENT: parent } });
    await agent.close();
    expect(sink.spans.every(({ traceId }) => traceId === '0af7651916cd43dd8448eb211c80319c')).toBe(true);
    expect(sink.spans.find(({ name }) => name === 'invoke_agent main')?.parentSpanId).toBe('b7ad6b7169203331');
    const off = await traced({ env: { TRACEPARENT: parent.replace(/01$/, '00') } });
    await off.agent.close();
    expect([off.sink.spans, off.sink.points.length > 0]).toEqual([[], true]);
  });

  it('a resumed session links to the trace of its last run', async () => {
    const { sink, agent, result } = await traced({ turns: [{ text: 'One.' }, { text: 'Two.' }] });
    await agent.run('And now?', { resume: result.sessionId }).result;
    await agent.close();
    const [first, second] = sink.spans.filter(({ name }) => name === 'invoke_agent main');
    expect(second?.traceId).not.toBe(first?.traceId);
    expect(second?.links).toEqual([{ traceId: first?.traceId, spanId: first?.spanId }]);
  });

  it('each prompt of a conversation is a trace, linked to the one before', async () => {
    const { sink, agent } = await traced({ turns: [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }] });
    const talk = await agent.open();
    for (const prompt of ['a', 'b']) await talk.ask(prompt);
    await talk.close();
    await agent.close();
    const roots = sink.spans.filter(({ name }) => name === 'invoke_agent main');
    expect(roots.slice(-2).map(({ links }) => links.length)).toEqual([0, 1]);
  });
});

describe('hooks', () => {
  it('have spans below the call or the run that they belong to, with name, outcome and a failure', async () => {
    const fails = () => {
      throw new Error('no');
    };
    const hooks: CreateAgentOptions['hooks'] = {
      UserPromptSubmit: { name: 'greets', run: () => ({}) },
      PreToolUse: {
        name: 'allows',
        run: () => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } }),
      },
      PostToolUse: { name: 'breaks', run: fails },
      SessionEnd: { name: 'leaves', run: () => ({}) },
    };
    const { sink, agent } = await traced({
      agent: { customTools: [note], hooks },
      turns: [{ tools: [{ Note: { text: 'a' } }] }, { text: 'Done.' }],
    });
    await agent.close();
    expect(sink.tree()).toBe(
      [
        'invoke_agent main',
        '  loadout.hook UserPromptSubmit',
        '  chat script',
        '  execute_tool Note',
        '    loadout.hook PreToolUse',
        '    loadout.hook PostToolUse !hook_failed',
        '  chat script',
        '  loadout.hook SessionEnd',
      ].join('\n'),
    );
    expect(sink.spans.find(({ name }) => name === 'loadout.hook PreToolUse')?.attributes).toMatchObject({
      'loadout.hook.name': 'allows',
      'loadout.hook.outcome': 'allow',
    });
  });

  it('at the end of a conversation belong to its last trace', async () => {
    const hooks = { SessionEnd: { name: 'leaves', run: () => ({}) } };
    const { sink, agent } = await traced({ agent: { hooks }, turns: [{ text: 'One.' }, { text: 'Two.' }] });
    const talk = await agent.open();
    await talk.ask('a');
    await talk.close();
    await agent.close();
    const hook = sink.spans.findLast(({ name }) => name === 'loadout.hook SessionEnd');
    const root = sink.spans.findLast(({ name }) => name === 'invoke_agent main');
    expect(hook?.parentSpanId).toBe(root?.spanId);
  });
});

describe('logs', () => {
  it('tell decisions, failures and the result, each with the span that it is about', async () => {
    const { sink, agent } = await traced({
      agent: { customTools: [env([]), note], permissions: { deny: ['Note(text:x)'] } },
      turns: [{ tools: [{ Env: {} }, { Note: { text: 'x' } }, { Nothing: {} }] }, { text: 'Done.' }],
    });
    await agent.close();
    expect(sink.logs.map(({ name, severity }) => `${name} ${severity}`).sort()).toEqual([
      'loadout.permission INFO',
      'loadout.permission WARN',
      'loadout.result ERROR',
      'loadout.tool.failure WARN',
    ]);
    const denied = sink.logs.find(({ severity, name }) => severity === 'WARN' && name === 'loadout.permission');
    expect(denied?.attributes).toMatchObject({ 'gen_ai.tool.name': 'Note', 'loadout.permission.rule': 'Note(text:x)' });
    expect(denied?.spanId).toBe(sink.spans.find(({ name }) => name === 'execute_tool Note')?.spanId);
    expect(sink.logs.at(-1)?.spanId).toBe(sink.spans.find(({ name }) => name === 'invoke_agent main')?.spanId);
  });

  it('have the details of each request with content: full, and its failure always', async () => {
    const { sink, agent } = await traced({ options: { content: 'full' } });
    await agent.close();
    expect(sink.logs.find(({ name }) => name === 'gen_ai.client.inference.operation.details')?.attributes).toMatchObject({
      'gen_ai.output.messages': 'Hi.',
    });
    const failing = await traced({ turns: [] });
    await failing.agent.close();
    const exception = failing.sink.logs.find(({ name }) => name === 'gen_ai.client.operation.exception');
    expect(exception).toMatchObject({ severity: 'WARN', attributes: { 'error.type': expect.any(String) } });
  });
});

describe('the names of Claude Code', () => {
  it('stand beside those of the conventions with names: both, and the spans keep the latter', async () => {
    const { sink, agent } = await traced({ options: { names: 'both' }, agent: { customTools: [env([])] } });
    await agent.close();
    const metrics = sink.points.map(({ metric }) => metric);
    expect(metrics).toEqual(
      expect.arrayContaining(['loadout.runs', 'claude_code.session.count', 'claude_code.active_time.total']),
    );
    expect(new Set(sink.logs.map(({ scope }) => scope))).toEqual(new Set(['loadout', 'com.anthropic.claude_code.events']));
    expect(sink.tree()).toBe('invoke_agent main\n  chat script');
  });
});

describe('a value that is not supported', () => {
  it('is told once on standard error, and the rest is sent', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => written.mockRestore());
    for (let round = 0; round < 2; round++) {
      const { sink, agent } = await traced({ env: { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' } });
      await agent.close();
      expect(sink.spans.length).toBeGreaterThan(0);
    }
    expect(written.mock.calls.filter(([text]) => String(text).includes('PROTOCOL is "grpc"'))).toHaveLength(1);
  });
});

describe('a collector', () => {
  it('that refuses for a while gets the spans later; other refusals are not repeated', async () => {
    const { sink, agent } = await traced();
    sink.refuse(503, 2);
    await agent.close();
    expect(sink.spans.map(({ name }) => name)).toContain('invoke_agent main');
    const other = await traced();
    other.sink.refuse(400, 3);
    await other.agent.close();
    expect(other.sink.spans).toEqual([]);
  });

  it('that is not there changes neither the result nor the end of a run', async () => {
    const { sink, agent, result } = await traced({ options: { endpoint: 'http://127.0.0.1:9' } });
    await agent.close();
    expect([result.outcome, sink.bodies]).toEqual(['success', []]);
  });
});
