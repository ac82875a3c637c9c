import type { LoadedConfig } from '@loadout/config';
import type { Position } from '@loadout/core';
import { toolMatcher } from '@loadout/core/run';
import type { Coverage, CoveredPart, TestResult } from '../runs/test-report.js';
import { type Part, partsOf } from './parts-of.js';
import { type Reached, reachedBy } from './reached-by.js';

type Read = Pick<LoadedConfig, 'plan' | 'origins'>;

interface Covering {
  readonly loaded: Read;
  /** The configuration with each profile that a test chose. */
  readonly profiles?: Readonly<Record<string, Read>> | undefined;
  readonly results: readonly TestResult[];
}

/**
 * Returns the parts of the configuration that its tests can reach, each with the tests that reached it. A rule is reached by a
 * call that it decided; a rule that another one forestalls, or that a granted mode makes idle, is not.
 */
export function coverageOf({ loaded, profiles = {}, results }: Covering): Coverage {
  const reached = results.flatMap((result) => {
    const found = reachedBy(result);
    return found === undefined ? [] : [{ name: result.name, found }];
  });
  return {
    parts: allParts({ loaded, profiles }).map((part) => ({
      ...described(part),
      tests: [...new Set(reached.filter(({ found }) => isReached(part, found)).map(({ name }) => name))],
    })),
  };
}

/** The parts of the configuration, then those that only a profile has. */
function allParts({ loaded, profiles = {} }: Omit<Covering, 'results'>): readonly Part[] {
  const parts = new Map(partsOf(loaded).map((part) => [part.path, part]));
  for (const [only, read] of Object.entries(profiles))
    for (const part of partsOf(read)) if (!parts.has(part.path)) parts.set(part.path, { ...part, only });
  return [...parts.values()];
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

function isReached({ about, only }: Part, reached: Reached): boolean {
  if (only !== undefined && only !== reached.profile) return false;
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
    case 'profile':
      return reached.profile === about.profile;
    case 'output':
      return reached.agents.has(about.agent) && reached.hasOutput;
  }
}

const isTool = (name: string, pattern: string): boolean => toolMatcher(pattern)({ name, aliases: [] });
