import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Plan } from '@loadout/core';
import type { AgentOptions } from '@loadout/runner';
import type { Io } from '../io.js';

/** What differs between two runs that ask the same: the folder, the day, the machine. */
const differences = (workspace: string) => [
  { text: workspace, as: '{{workspace}}' },
  { pattern: '\\nDate: \\d{4}-\\d{2}-\\d{2}', as: '\nDate: {{date}}' },
  { pattern: '\\nPlatform: \\w+', as: '\nPlatform: {{platform}}' },
];

/** A cassette is committed: no secret stands in it, whoever said it. */
const hidden = (secrets: readonly string[]) =>
  secrets.filter((secret) => secret.length >= 4).map((text) => ({ text, as: '[secret]' }));

/** While it is replayed a secret is only taken out of requests: what stands in an answer is not put back. */
const hiddenInRequests = (secrets: readonly string[]) =>
  hidden(secrets).map(({ text, as }) => ({ pattern: text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), as }));

/** `--replay`: the answers of the cassette, under the name of the model that gave them. */
export async function replayedModel(
  path: string,
  { plan, io }: { readonly plan: Plan; readonly io: Io },
): Promise<Pick<AgentOptions, 'model' | 'modelId'>> {
  const { cassetteProvider } = await import('@loadout/model-script');
  const file = resolve(io.cwd, path);
  return {
    model: cassetteProvider(file, { normalise: [...differences(plan.workspace), ...hiddenInRequests(plan.secrets)] }),
    modelId: await recordedModel(file),
  };
}

/** `--record`: the same model, listened to. */
export async function recordingModel(
  path: string,
  { plan, io }: { readonly plan: Plan; readonly io: Io },
): Promise<NonNullable<AgentOptions['wrapModel']>> {
  const { recordCassette } = await import('@loadout/model-script');
  const file = resolve(io.cwd, path);
  return (provider) => {
    const secrets = [...plan.secrets, ...(provider.secrets?.() ?? [])];
    return recordCassette(provider, { file, normalise: [...differences(plan.workspace), ...hidden(secrets)] });
  };
}

/** A cassette that cannot be read says so itself, with the first request. */
async function recordedModel(file: string): Promise<string | undefined> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  try {
    for await (const line of lines) return (JSON.parse(line) as { request?: { model?: string } }).request?.model;
  } catch {
    return undefined;
  } finally {
    lines.close();
  }
  return undefined;
}
