import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ModelProvider } from '@loadout/core/model';
import { cassetteRecorder } from '@loadout/model-script';
import type { AgentOptions } from '@loadout/runner';
import { cassetteFile } from './cassette-model.js';
import { cassetteRules } from './cassette-rules.js';
import type { RecordedRun } from './runs/recorded-run.js';
import type { TestModel } from './script-model.js';
import type { TestGround } from './test-ground.js';
import type { LoadedTest } from './tests/loaded-test.js';

export type RecordMode = 'none' | 'missing' | 'all';

interface RecordingParts {
  readonly ground: TestGround;
  readonly folder: string;
  readonly secrets: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface RecordingModel extends TestModel {
  readonly wrapModel: NonNullable<AgentOptions['wrapModel']>;
  /** Puts the new cassette in its place, if the run came to an end of its own. */
  finish(run: RecordedRun): void;
}

/** Whether a test asks the real model now, to record it. */
export const isRecorded = (
  test: LoadedTest,
  { record, folder }: { readonly record: RecordMode; readonly folder: string },
): boolean =>
  test.spec.model?.cassette !== undefined &&
  (record === 'all' || (record === 'missing' && !existsSync(cassetteFile(test, folder))));

/** Asks the agent's own model, and records its answers. The old cassette stays until the new one is whole. */
export async function recordModel(test: LoadedTest, { ground, folder, secrets, env }: RecordingParts): Promise<RecordingModel> {
  const file = cassetteFile(test, folder);
  const fresh = join(ground.state, 'recording.ndjson');
  const record = cassetteRecorder(fresh);
  const declared = [...secrets, ...credentialsIn(env)];
  return {
    standIns: [],
    isLive: true,
    replay: () => undefined,
    unused: async () => [],
    wrapModel(provider: ModelProvider, { provider: as }) {
      const hidden = () => [...new Set([...declared, ...(provider.secrets?.() ?? [])])].filter(({ length }) => length >= 4);
      const normalise = [...cassetteRules(test, ground), ...hidden().map((text) => ({ text, as: '[secret]' }))];
      return record(provider, { as, normalise, secrets: hidden });
    },
    finish({ outcome }) {
      if (outcome === 'error' || outcome === 'model' || outcome === 'interrupted' || !existsSync(fresh)) return;
      mkdirSync(dirname(file), { recursive: true });
      rmSync(file, { force: true });
      renameSync(fresh, file);
    },
  };
}

/** The values of variables that by their names are keys. */
const credentialsIn = (env: RecordingParts['env']): readonly string[] =>
  Object.entries(env).flatMap(([name, value = '']) =>
    /(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS?)$/i.test(name) && value.length >= 8 ? [value] : [],
  );
