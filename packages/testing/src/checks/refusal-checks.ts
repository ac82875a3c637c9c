import { type PoolTool, refusalOf } from '@loadout/core/run';
import { toDetails } from '../call-tool.js';
import { testContext } from '../test-context.js';
import { watch } from '../watch/watch.js';
import type { Problem } from './check.js';
import { effectBefore } from './declared-effects.js';
import { repeatedSecret } from './secret-forms.js';
import type { InvalidCase } from './tool-cases.js';
import { type Trial, underWatch } from './trial.js';

interface Refused {
  readonly one: InvalidCase;
  readonly trial: Trial;
  /** Values that no refusal may repeat. */
  readonly secrets?: readonly string[] | undefined;
}

/** The schema or `validateInput` refuses the input, and nothing else happens. */
export async function refuses(tool: PoolTool, { one, trial, secrets = [] }: Refused): Promise<Problem> {
  const parsed = await tool.input.parse(one.input);
  if (!parsed.ok) {
    if (one.path === undefined || parsed.issues.some((issue) => issue.path === one.path)) return undefined;
    return `the schema refuses it, but not at ${one.path}: ${toDetails(parsed.issues)}`;
  }
  if (one.path !== undefined) return `the schema takes it; an issue at ${one.path} was expected`;
  return refusalProblem(tool, { one, trial, secrets, input: parsed.value });
}

async function refusalProblem(
  { tool }: PoolTool,
  {
    one,
    trial: { services, limitMs },
    secrets,
    input,
  }: Refused & { readonly secrets: readonly string[]; readonly input: unknown },
): Promise<Problem> {
  const context = testContext({ services: services ?? [] });
  const watching = watch();
  const recording = watching.record(limitMs);
  try {
    const refusal = await underWatch({ recording, limitMs }, 'validateInput', async () =>
      refusalOf(await tool.validateInput?.(input, context)),
    );
    if (refusal === undefined) return 'neither the schema nor validateInput refuses it';
    const repeated = repeatedSecret([['its refusal', refusal]], secrets);
    if (repeated !== undefined) return repeated;
    if (one.refusal?.test(refusal) === false) return `it says ${JSON.stringify(refusal)}`;
    // An input that is refused has no access, so a look at the files of the session is none of anybody's business.
    const { dir, artifactDir } = context;
    return effectBefore(recording.seen, { permitted: [{ kind: 'read', path: dir, below: true }], dir, artifactDir });
  } finally {
    watching.end();
    await context.dispose();
  }
}
