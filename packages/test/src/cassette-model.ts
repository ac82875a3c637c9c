import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { folderOf } from '@loadout/config';
import { cassetteProvider, readCassette, recordedResults } from '@loadout/model-script';
import { isWithin } from '@loadout/node';
import { cassetteRules } from './cassette-rules.js';
import { commandOfTest } from './command-of-test.js';
import { errors } from './errors.js';
import { ownPath } from './own-path.js';
import type { Instead } from './replaced-tools.js';
import type { TestModel } from './script-model.js';
import { standInTools } from './stand-in-tools.js';
import type { TestGround } from './test-ground.js';
import type { LoadedTest } from './tests/loaded-test.js';

interface CassetteParts {
  readonly ground: TestGround;
  /** The folder of the configuration. */
  readonly folder: string;
}

/** The command that records the cassette of a test again. */
export const recordCommand = (test: Pick<LoadedTest, 'name'>): string => commandOfTest(test, '--record all');

/** Returns the file of a test's cassette, existing or not. Throws TEST_PATH for one outside of the configuration's folder. */
export function cassetteFile(test: LoadedTest, folder: string): string {
  const path = test.spec.model?.cassette ?? '';
  const wanted = resolve(folderOf(test.file), path);
  if (existsSync(wanted)) return ownPath(test, ['model', 'cassette'], { path, folder });
  if (!isWithin(wanted, folder))
    throw errors.TEST_PATH(
      { path, problem: `is outside of ${folder}, the folder of the configuration` },
      { position: test.at(['model', 'cassette']) },
    );
  return wanted;
}

/** Replays the recorded answers of a test, and recorded results of tools. Throws CASSETTE_MISSING, CASSETTE_UNREADABLE. */
export async function cassetteModel(test: LoadedTest, { ground, folder }: CassetteParts): Promise<TestModel> {
  const file = cassetteFile(test, folder);
  const again = recordCommand(test);
  const shown = relative(folderOf(test.file), file);
  if (!existsSync(file)) throw errors.CASSETTE_MISSING({ file: shown, again }, { position: test.at(['model', 'cassette']) });
  const normalise = cassetteRules(test, ground);
  const turns = await readCassette(file);
  const model = cassetteProvider(file, { normalise, anyModel: true, again });
  const results = recordedResults(turns, normalise);
  const replay = (tool: string, input: unknown): Instead => {
    const found = results(tool, input);
    if (found === undefined)
      return {
        error: `The cassette ${shown} has no further result of ${tool} for ${JSON.stringify(input)}. Record it again: ${again}`,
      };
    return found.isError ? { error: found.text } : { output: found.text };
  };
  return {
    model,
    replay,
    standIns: standInTools(
      test.spec.tools ?? {},
      turns.flatMap(({ request }) => request.tools),
    ),
    async unused() {
      const { left, turns: all } = await model.remaining();
      return left === 0 ? [] : [{ script: shown, turn: all - left + 1, turns: all }];
    },
  };
}
