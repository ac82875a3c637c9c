import { resolve } from 'node:path';
import type { ModelProvider, ModelRequest } from '@loadout/core/model';
import { cassetteProvider } from './cassette/cassette-provider.js';
import type { Normalisation } from './cassette/normalise.js';
import type { ScriptOptions } from './options.js';
import { checkScript, invalid } from './script/check-script.js';
import { loadScript } from './script/load-script.js';
import type { Script, ScriptTurn } from './script/turn.js';
import { playScript } from './scripted-model.js';

/** The answer of a model without a script: the fact that it has none, the prompt, and how to get a real model. */
const defaultTurn: ScriptTurn = {
  text: [
    'This is the scripted model without a script. No language model has read this.',
    'It was asked: {{prompt}}',
    'For real answers, set ANTHROPIC_API_KEY, or name a provider and a model in the configuration.',
    'For answers without a key, give the path of a script as the option "file" of @loadout/model-script.',
  ].join('\n\n'),
};

/** Presents each request as the first one, so that the default turn answers every time. */
const asFirst = (request: ModelRequest): ModelRequest => ({
  ...request,
  messages: request.messages.filter((message) => message.role === 'user'),
});

const noPlace = { name: 'options of the scripted model', place: () => undefined };

/** The provider that the options ask for. A script is read and checked here, so that its faults come before a run. */
export async function scriptProvider(options: ScriptOptions, { configDir }: { configDir: string }): Promise<ModelProvider> {
  const { file, turns, cassette } = options;
  const given = Object.entries({ file, turns, cassette }).filter(([, value]) => value !== undefined);
  if (given.length > 1) {
    const names = given.map(([name]) => name).join(' and ');
    throw invalid([{ path: '/options', message: `have ${names}; only one of file, turns and cassette can be played` }], noPlace);
  }
  if (cassette !== undefined) return cassetteProvider(resolve(configDir, cassette), { normalise: rulesOf(options) });
  if (file !== undefined) return playing(await loadScript(resolve(configDir, file)));
  if (turns !== undefined) return playing(await checkScript(turns, { ...noPlace, name: 'script of the configuration' }));
  const script = await checkScript([defaultTurn], noPlace);
  return { name: 'script', stream: (request, { signal }) => playScript(script, { request: asFirst(request), signal }) };
}

const playing = (script: Script): ModelProvider => ({
  name: 'script',
  stream: (request, { signal }) => playScript(script, { request, signal }),
});

function rulesOf({ normalise = [] }: ScriptOptions): Normalisation[] {
  return normalise.map(({ text, pattern, as }, index) => {
    if ((text === undefined) === (pattern === undefined))
      throw invalid([{ path: `/normalise/${index}`, message: 'must have one of text and pattern' }], noPlace);
    return text === undefined ? { pattern: pattern ?? '', as } : { text, as };
  });
}
