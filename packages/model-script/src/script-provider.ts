import { resolve } from 'node:path';
import type { ModelProvider } from '@loadout/core';
import { cassetteProvider } from './cassette/cassette-provider.js';
import type { Normalisation } from './cassette/normalise.js';
import { asFirst, defaultTurn } from './default-answer.js';
import type { ScriptOptions } from './options.js';
import { checkScript, invalid } from './script/check-script.js';
import { loadScript } from './script/load-script.js';
import type { Script } from './script/turn.js';
import { playScript } from './scripted-model.js';

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
