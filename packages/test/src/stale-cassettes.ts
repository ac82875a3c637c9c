import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { isLoadoutError } from '@loadout/core';
import type { ModelProvider, ModelRequest } from '@loadout/core/model';
import { comparedRequest, readCassette, tapedRequest } from '@loadout/model-script';
import { cassetteFile, recordCommand } from './cassette-model.js';
import { cassetteRules } from './cassette-rules.js';
import { prepareRun } from './prepare-run.js';
import { playRecorded } from './recorded.js';
import type { Room } from './room.js';
import { standInTools } from './stand-in-tools.js';
import type { LoadedTest } from './tests/loaded-test.js';

export interface StaleCassette {
  readonly test: LoadedTest;
  /** The differences between the recorded first request and the present one. */
  readonly differences: readonly string[];
  readonly again: string;
}

/** Returns the cassettes whose system prompt, tools or model are others today. No model is asked. */
export async function staleCassettes(tests: readonly LoadedTest[], room: Room): Promise<readonly StaleCassette[]> {
  const found: StaleCassette[] = [];
  for (const test of tests) {
    if (test.spec.model?.cassette === undefined) continue;
    const differences = await differencesOf(test, room);
    if (differences.length > 0) found.push({ test, differences, again: recordCommand(test) });
  }
  return found;
}

async function differencesOf(test: LoadedTest, room: Room): Promise<readonly string[]> {
  const file = cassetteFile(test, room.configDir);
  if (!existsSync(file)) return ['it is missing'];
  const turns = await readCassette(file);
  const { ground, planned } = await prepareRun(test, room);
  const keys = { normalise: cassetteRules(test, ground), anyModel: false };
  const standIns = standInTools(
    test.spec.tools ?? {},
    turns.flatMap(({ request }) => request.tools),
  );
  const asked: ModelRequest[] = [];
  const parts = { test, ground, planned, env: room.env, signal: room.signal };
  await playRecorded({ ...parts, model: { model: listening(asked), standIns, unused: async () => [] } }).catch(
    (error: unknown) => {
      if (!isLoadoutError(error)) throw error;
    },
  );
  const [first] = asked;
  const [turn] = turns;
  if (first === undefined || turn === undefined) return [];
  const [before, now] = [comparedRequest(turn.request, keys), comparedRequest(tapedRequest(first), keys)];
  return [
    ...(before.system === now.system ? [] : ['the system prompt changed']),
    ...(isDeepStrictEqual(before.tools, now.tools) ? [] : ['the tools changed']),
    ...(before.model === now.model ? [] : [`the model was ${before.model} and is ${now.model}`]),
  ];
}

/** Keeps the first request and answers with nothing but an end. */
const listening = (asked: ModelRequest[]): ModelProvider => ({
  name: 'listening',
  async *stream(request) {
    asked.push(request);
    yield { type: 'start', id: 'none', model: request.model };
    yield { type: 'block', block: { type: 'text', text: '.' } };
    yield { type: 'end', stopReason: 'end_turn', usage: undefined };
  },
});
