import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Message, ModelEvent, ModelProvider, ModelRequest } from '@loadout/core/model';
import type { CallOptions, StreamPart } from './model/language-model.js';
import type { AiSdkOptions } from './options.js';
import { aiSdkProvider } from './provider.js';

/** A package with the shape of the AI SDK's, whose answers the test gives as settings. */
const SOURCE = `export const createFake = (settings) => ({
  languageModel: (modelId) => ({
    specificationVersion: settings.version ?? 'v3',
    provider: settings.provider ?? 'fake.chat',
    modelId,
    supportedUrls: {},
    doStream: settings.doStream,
  }),
});
`;

type Answer = readonly StreamPart[] | Error | ((options: CallOptions) => Promise<{ stream: ReadableStream<StreamPart> }>);

const folders: string[] = [];

/** A project in which packages with these names are installed; `removeFolders` after each test. */
export function projectWith(...names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'ai-sdk-'));
  folders.push(folder);
  for (const name of names) install(folder, name);
  return folder;
}

export function install(folder: string, name: string, source = SOURCE): void {
  const at = join(folder, 'node_modules', name);
  mkdirSync(dirname(join(at, 'x')), { recursive: true });
  const json = { name, version: '3.0.0', type: 'module', exports: { '.': { require: './no.cjs', import: './index.js' } } };
  writeFileSync(join(at, 'package.json'), JSON.stringify(json));
  writeFileSync(join(at, 'index.js'), source);
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A provider that gives these answers in turn, and the options that it was called with. */
export function fake(
  answers: readonly Answer[],
  {
    name = 'fake',
    version,
    provider,
    ...options
  }: Partial<AiSdkOptions> & { name?: string; version?: string; provider?: string } = {},
): { readonly provider: ModelProvider; readonly calls: CallOptions[] } {
  const calls: CallOptions[] = [];
  const doStream = async (given: CallOptions) => {
    calls.push(given);
    const answer = answers[calls.length - 1];
    if (answer === undefined) throw new RangeError('no answer left');
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? answer(given) : { stream: streamOf(answer) };
  };
  const settings = { doStream, version, provider, ...options.settings };
  const made = aiSdkProvider({ package: name, ...options, settings }, { configDir: projectWith(name), env: {} });
  return { provider: made, calls };
}

const streamOf = (parts: readonly StreamPart[]): ReadableStream<StreamPart> =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });

export const usage = { inputTokens: { total: 10, noCache: 10 }, outputTokens: { total: 5 } };
export const finish = (unified = 'stop', raw: string | undefined = unified): StreamPart => ({
  type: 'finish',
  usage,
  finishReason: { unified, raw },
});
export const text = (delta: string, id = '0'): StreamPart[] => [
  { type: 'text-start', id },
  { type: 'text-delta', id, delta },
  { type: 'text-end', id },
];

export const user = (content: string): Message => ({ role: 'user', content: [{ type: 'text', text: content }] });
export const request = (fields: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'm',
  system: [],
  tools: [],
  messages: [user('hi')],
  ...fields,
});

export async function all(from: ModelProvider, of: ModelRequest = request(), signal = new AbortController().signal) {
  const events: ModelEvent[] = [];
  for await (const event of from.stream(of, { signal })) events.push(event);
  return events;
}

/** All events, and the error that it ended with. */
export async function failure(from: ModelProvider, of: ModelRequest = request(), signal = new AbortController().signal) {
  const events: ModelEvent[] = [];
  try {
    for await (const event of from.stream(of, { signal })) events.push(event);
  } catch (error) {
    return { events, error: error as Error & { code: string; fix?: string } };
  }
  throw new RangeError('it did not fail');
}

export const blocks = (events: readonly ModelEvent[]) => events.flatMap((event) => (event.type === 'block' ? [event] : []));
