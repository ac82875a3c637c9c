import { scriptedModel } from '@loadout/model-script';
import { createAgent } from '@loadout/runner';
import { startOtlpSink } from '@loadout/testing';
import { trace } from '@opentelemetry/api';
import { expect, it, onTestFinished } from 'vitest';
import { observerOf } from '../../../packages/otel/src/observer-of.js';
import { registerOfficial } from './official-providers.js';
import { temporaryFolder } from './temporary-folder.js';

async function run(observer = observerOf({}, {})) {
  const folder = temporaryFolder();
  const agent = await createAgent({
    model: scriptedModel([{ tools: [{ Missing: {} }] }, { text: 'Done.' }]),
    workspace: folder,
    sessionsDir: `${folder}/sessions`,
    env: { HOME: folder, PATH: process.env.PATH },
    hooks: { UserPromptSubmit: () => ({}) },
    observer,
  });
  expect((await agent.run('Go.').result).outcome).toBe('success');
  await agent.close();
}

it('spans, metrics and logs go to the providers that the program registered, below its current span', async () => {
  const sink = await startOtlpSink();
  onTestFinished(() => sink.close());
  const flush = registerOfficial(sink.url);
  await trace.getTracer('shop').startActiveSpan('order', async (span) => {
    await run();
    span.end();
  });
  await flush();
  expect(sink.tree()).toBe(
    [
      'order',
      '  invoke_agent main',
      '    loadout.hook UserPromptSubmit',
      '    chat script',
      '    execute_tool Missing !TOOL_UNKNOWN',
      '    chat script',
    ].join('\n'),
  );
  expect(sink.points.map(({ metric }) => metric)).toContain('loadout.runs');
  const failure = sink.logs.find(({ name }) => name === 'loadout.tool.failure');
  const call = sink.spans.find(({ name }) => name === 'execute_tool Missing');
  expect([failure?.traceId, failure?.spanId]).toEqual([call?.traceId, call?.spanId]);
});

it('an endpoint in the options goes before the registered providers', async () => {
  const [registered, named] = [await startOtlpSink(), await startOtlpSink()];
  onTestFinished(async () => void (await Promise.all([registered.close(), named.close()])));
  const flush = registerOfficial(registered.url);
  await run(observerOf({ endpoint: named.url }, {}));
  await flush();
  expect([registered.spans.length, named.spans.length > 0]).toEqual([0, true]);
});
