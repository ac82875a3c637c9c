import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startOtlpSink } from '@loadout/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bash, done } from './lib/hooks.js';
import { sdks } from './lib/sdks.js';
import { world } from './lib/world.js';

const GIT = 'git init -q . && git add a.ts && git -c user.name=a -c user.email=a@b.c commit -qm first';
/** A command line that opens a pull request. The program itself needs an account. */
const PULL = 'gh() { echo https://example.com/pull/1; }; gh pr create --fill';
const write = { tools: [{ name: 'Write', input: { file_path: 'a.ts', content: 'one\ntwo\n' }, id: 'toolu_w' }] };
const denied = { tools: [{ name: 'Edit', input: { file_path: 'a.ts', old_string: 'one', new_string: '1' }, id: 'toolu_e' }] };

const all = [write, bash(GIT), bash(PULL, 'toolu_p'), denied, done];

async function told(more: Readonly<Record<string, string>> = {}, script: Parameters<typeof world>[0] = all) {
  const sink = await startOtlpSink();
  onTestFinished(() => sink.close());
  const env = {
    CLAUDE_CODE_ENABLE_TELEMETRY: '1',
    OTEL_METRICS_EXPORTER: 'otlp',
    OTEL_LOGS_EXPORTER: 'otlp',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_ENDPOINT: sink.url,
    ...more,
  };
  return { sink, made: await world(script, { env }) };
}

const options = { allowedTools: ['Write', 'Bash'], disallowedTools: [], settings: { permissions: { deny: ['Edit'] } } };

type Sink = Awaited<ReturnType<typeof startOtlpSink>>;

const eventIn = (sink: Sink, name: string) => sink.logs.find(({ attributes }) => attributes['event.name'] === name)?.attributes;

describe.each(sdks)('$name', (sdk) => {
  it('fills the metrics and the events of Claude Code with CLAUDE_CODE_ENABLE_TELEMETRY=1 (facts of telemetry)', async () => {
    const { sink, made } = await told();
    const { result } = await made.ask(sdk, 'write it', options);
    expect(result.subtype).toBe('success');
    await expect.poll(() => sink.points.length).toBeGreaterThan(0);
    const metrics = [...new Set(sink.points.map(({ metric }) => metric))].sort();
    expect(metrics).toEqual(
      [
        'active_time.total',
        'code_edit_tool.decision',
        'commit.count',
        'cost.usage',
        'lines_of_code.count',
        'pull_request.count',
        'session.count',
        'token.usage',
      ].map((name) => `claude_code.${name}`),
    );
    const sum = (name: string) => sink.points.find(({ metric }) => metric === `claude_code.${name}`)?.sum;
    const counts = ['session.count', 'commit.count', 'pull_request.count', 'lines_of_code.count'].map(sum);
    expect(counts).toEqual([1, 1, 1, 2]);
    expect(sink.points.find(({ metric }) => metric === 'claude_code.session.count')?.attributes).toMatchObject({
      'session.id': result.session_id,
      start_type: 'fresh',
    });
    const names = new Set(sink.logs.map(({ body }) => body));
    for (const name of [
      'managed_settings_resolved',
      'user_prompt',
      'api_request',
      'assistant_response',
      'tool_decision',
      'tool_result',
    ])
      expect(names, name).toContain(`claude_code.${name}`);
    expect(sink.logs.map(({ attributes }) => attributes['event.sequence'])).toEqual(sink.logs.map((_, index) => index));
    expect(eventIn(sink, 'user_prompt')).toMatchObject({ prompt_length: 8, prompt: '<REDACTED>' });
    expect(eventIn(sink, 'managed_settings_resolved')).toMatchObject({ 'managed_settings.trigger': 'startup' });
    expect(JSON.stringify(sink.bodies)).not.toContain('write it');
    expect(sink.spans).toEqual([]);
  });

  it('sends prompts, tool details and spans where the variables of Claude Code ask for them', async () => {
    const { sink, made } = await told({
      OTEL_LOG_USER_PROMPTS: '1',
      OTEL_LOG_TOOL_DETAILS: '1',
      OTEL_METRICS_INCLUDE_SESSION_ID: 'false',
      CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: '1',
      OTEL_TRACES_EXPORTER: 'otlp',
    });
    const { result } = await made.ask(sdk, 'write it', options);
    await expect.poll(() => sink.spans.map(({ name }) => name)).toContain('claude_code.interaction');
    expect(JSON.stringify(sink.points)).not.toContain(result.session_id);
    expect(eventIn(sink, 'user_prompt')).toMatchObject({ prompt: 'write it' });
    const used = sink.logs.find(({ attributes }) => attributes['event.name'] === 'tool_result');
    expect(used?.attributes).toMatchObject({
      tool_name: 'Write',
      success: true,
      tool_parameters: expect.stringContaining('a.ts'),
    });
    expect(sink.tree().split('\n').slice(0, 5)).toEqual([
      'claude_code.interaction',
      '  claude_code.llm_request',
      '  claude_code.tool',
      '    claude_code.tool.blocked_on_user',
      '    claude_code.tool.execution',
    ]);
  });

  it('reports plugin folders, a compaction and a refused request by the same names', async () => {
    const { sink, made } = await told({}, [
      { text: 'Milk is white.' },
      { text: 'They spoke of milk.' },
      { fault: { status: 400 } },
    ]);
    const plugin = join(made.cwd, 'loud');
    mkdirSync(join(plugin, '.claude-plugin'), { recursive: true });
    writeFileSync(join(plugin, '.claude-plugin/plugin.json'), '{"name":"loud","version":"1.2.3"}');
    const program = made.talk(sdk, { plugins: [{ type: 'local', path: plugin }] });
    program.say('tell me of milk');
    await program.result();
    program.say('/compact');
    await program.result();
    program.say('and now?');
    await program.result();
    await program.end();
    await expect.poll(() => sink.logs.map(({ body }) => body)).toContain('claude_code.api_error');
    expect(eventIn(sink, 'plugin_loaded')).toMatchObject({ 'plugin.name': 'third-party', 'plugin.scope': 'user-local' });
    expect(eventIn(sink, 'managed_settings_resolved')?.['managed_settings.sources']).toEqual([]);
    expect(eventIn(sink, 'compaction')).toMatchObject({ trigger: 'manual', success: true });
    expect(JSON.stringify(sink.bodies)).not.toContain('loud');
  });

  it('says where the settings were narrowed by the program', async () => {
    const { sink, made } = await told({}, [done]);
    await made.ask(sdk, 'Hi', { managedSettings: { permissions: { deny: ['Bash'] } } });
    await expect.poll(() => eventIn(sink, 'managed_settings_resolved')).toBeDefined();
    expect(eventIn(sink, 'managed_settings_resolved')?.['managed_settings.sources']).toEqual(['parent']);
  });
});
