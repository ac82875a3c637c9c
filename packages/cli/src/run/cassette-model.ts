import { resolve } from 'node:path';
import type { Plan } from '@loadout/core/run';
import { type AgentOptions, redactor } from '@loadout/runner';
import type { Io } from '../io.js';

/** The differences between two runs with the same requests: the folder, the day, the machine. */
const differences = (workspace: string) => [
  { text: workspace, as: '{{workspace}}' },
  { pattern: '\\nDate: \\d{4}-\\d{2}-\\d{2}', as: '\nDate: {{date}}' },
  { pattern: '\\nPlatform: \\w+', as: '\nPlatform: {{platform}}' },
];

/** Hides secrets from every source, because a cassette is committed. */
const hidden = (secrets: readonly string[]) => (redactor(secrets)?.forms?.() ?? []).map((text) => ({ text, as: '[secret]' }));

/** In a replay, secrets are only removed from requests. A secret in an answer is not restored. */
const hiddenInRequests = (secrets: readonly string[]) =>
  hidden(secrets).map(({ text, as }) => ({ pattern: text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), as }));

/** The model of `--replay`: the answers of the cassette, under the name of the recorded model. */
export async function replayedModel(
  path: string,
  { plan, io }: { readonly plan: Plan; readonly io: Io },
): Promise<Pick<AgentOptions, 'model' | 'modelId'>> {
  const { cassetteProvider, readCassette } = await import('@loadout/model-script');
  const file = resolve(io.cwd, path);
  // An unreadable cassette reports itself at the first request.
  const [recorded] = await readCassette(file).catch(() => []);
  // The configuration's own model of this name, with its options. It must be of the recorded provider (MODEL-06).
  const named = Object.entries(plan.models).filter(([, { id }]) => id === recorded?.request.model);
  const own = named.find(([, { provider }]) => provider === recorded?.provider) ?? named[0];
  const normalise = [...differences(plan.workspace), ...hiddenInRequests(plan.secrets)];
  return {
    model: cassetteProvider(file, { normalise, expected: { provider: own?.[1].provider } }),
    modelId: own?.[0] ?? recorded?.request.model,
  };
}

/** The model of `--record`: the same model, with its answers recorded. */
export async function recordingModel(
  path: string,
  { plan, io }: { readonly plan: Plan; readonly io: Io },
): Promise<NonNullable<AgentOptions['wrapModel']>> {
  const { cassetteRecorder } = await import('@loadout/model-script');
  const record = cassetteRecorder(resolve(io.cwd, path));
  return (provider, { provider: as }) => {
    const secrets = [...plan.secrets, ...(provider.secrets?.() ?? [])];
    return record(provider, { as, normalise: [...differences(plan.workspace), ...hidden(secrets)] });
  };
}
