import type { Normalisation } from '@loadout/model-script';
import type { TestGround } from './test-ground.js';
import type { LoadedTest } from './tests/loaded-test.js';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Differences between two runs of every agent: the day, the machine, and ids and times that are made anew. */
const ALWAYS: readonly Normalisation[] = [
  { pattern: '\\nDate: \\d{4}-\\d{2}-\\d{2}', as: '\nDate: {{date}}' },
  { pattern: '\\nPlatform: \\w+', as: '\nPlatform: {{platform}}' },
  { pattern: UUID, as: '{{uuid}}' },
  { pattern: 'agent_[0-9a-f]{12}', as: '{{agent}}' },
  { pattern: '\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?(?:Z|[+-]\\d{2}:?\\d{2})', as: '{{time}}' },
];

/** Returns the rules under which requests of a test are the same request: those of every test, then those that it declares. */
export function cassetteRules({ spec }: LoadedTest, { workspace, home, state }: TestGround): readonly Normalisation[] {
  const declared = (spec.model?.normalise ?? []).map(({ text, pattern, as }) =>
    text === undefined ? { pattern: pattern ?? '', as } : { text, as },
  );
  const folders = [
    { text: workspace, as: '{{workspace}}' },
    { text: home, as: '{{home}}' },
    { text: state, as: '{{state}}' },
  ];
  return [...folders, ...ALWAYS, ...declared];
}
