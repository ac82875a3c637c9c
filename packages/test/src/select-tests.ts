import { basename } from 'node:path';
import { errors } from './errors.js';
import type { LoadedTest } from './tests/loaded-test.js';

export interface Selection {
  readonly filter?: string | undefined;
  readonly tags: readonly string[];
  /** The part of the tests, counted from 1. */
  readonly shard?: { readonly part: number; readonly of: number } | undefined;
  readonly isCi: boolean;
}

/** Returns the tests that a command selects. Throws TEST_NOT_FOUND, TEST_ONLY_IN_CI. */
export function selectTests(tests: readonly LoadedTest[], { filter, tags, shard, isCi }: Selection): readonly LoadedTest[] {
  const only = tests.filter(({ spec }) => spec.only === true);
  const [first] = only;
  if (isCi && first !== undefined) throw errors.TEST_ONLY_IN_CI({ name: first.name }, { position: first.at(['only']) });
  const tagged = (only.length > 0 ? only : tests).filter(
    ({ spec }) => tags.length === 0 || tags.some((tag) => spec.tags?.includes(tag)),
  );
  const found = filter === undefined ? tagged : matching(tagged, filter);
  if (found.length === 0) {
    const asked = [...(filter === undefined ? [] : [JSON.stringify(filter)]), ...tags.map((tag) => `the tag ${tag}`)].join(
      ' and ',
    );
    throw errors.TEST_NOT_FOUND({ filter: asked, names: tests.map(({ name }) => name) });
  }
  return shard === undefined ? found : found.filter((_, index) => index % shard.of === shard.part - 1);
}

/** A whole name selects its test alone, although it is a part of other names. */
function matching(tests: readonly LoadedTest[], filter: string): readonly LoadedTest[] {
  const exact = tests.filter(({ name }) => name === filter);
  if (exact.length > 0) return exact;
  const wanted = filter.toLowerCase();
  return tests.filter(({ name, file }) => name.toLowerCase().includes(wanted) || basename(file).toLowerCase().includes(wanted));
}
