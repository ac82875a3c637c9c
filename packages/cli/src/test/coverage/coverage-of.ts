import type { LoadedConfig } from '@loadout/config';
import { type Position, toolMatcher } from '@loadout/core';
import type { Coverage, CoveredPart, TestResult } from '@loadout/testing';
import { type Part, partsOf } from './parts-of.js';
import { type Reached, reachedBy } from './reached-by.js';

/**
 * Returns the parts of the configuration that its tests can reach, each with the tests that reached it. A rule is reached by a
 * call that it decided; a rule that another one forestalls, or that a granted mode makes idle, is not.
 */
export function coverageOf({
  loaded,
  results,
}: {
  readonly loaded: Pick<LoadedConfig, 'plan' | 'origins'>;
  readonly results: readonly TestResult[];
}): Coverage {
  const reached = results.flatMap((result) => {
    const found = reachedBy(result);
    return found === undefined ? [] : [{ name: result.name, found }];
  });
  return {
    parts: partsOf(loaded).map((part) => ({
      ...described(part),
      tests: [...new Set(reached.filter(({ found }) => isReached(part, found)).map(({ name }) => name))],
    })),
  };
}

const described = ({ kind, path, name, position }: Part): Omit<CoveredPart, 'tests'> => ({
  kind,
  path,
  name,
  ...(position === undefined ? {} : { place: placed(position) }),
});

const placed = ({ file, line, column }: Position) => ({ file, line, column });

/** The share of reached parts, 0 to 1. A configuration without parts is covered. */
export function coveredShare({ parts }: Coverage): number {
  return parts.length === 0 ? 1 : parts.filter(({ tests }) => tests.length > 0).length / parts.length;
}

function isReached({ about }: Part, reached: Reached): boolean {
  switch (about.kind) {
    case 'rule':
      return reached.rules.has(about.path);
    case 'hook':
      return reached.hooks.has(about.place);
    case 'agent':
      return reached.agents.has(about.agent);
    case 'tool':
      return reached.calls.some((call) => call.agent === about.agent && isTool(call.tool, about.pattern));
    case 'skill':
      return reached.skills.has(about.skill);
    case 'server':
      return reached.calls.some(({ tool }) => tool.startsWith(`mcp__${about.server}__`));
    case 'limit':
      return reached.agents.has(about.agent) && reached.limits.some((limit) => limit === about.words);
    case 'model':
      return reached.models.has(about.model);
    case 'output':
      return reached.agents.has(about.agent) && reached.hasOutput;
  }
}

const isTool = (name: string, pattern: string): boolean => toolMatcher(pattern)({ name, aliases: [] });
