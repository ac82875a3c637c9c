import type { Position } from '@loadout/core';
import type { RecordedCall, RecordedRun } from '../runs/recorded-run.js';
import type { TestResult } from '../runs/test-report.js';
import { keyOf } from './parts-of.js';

/** The parts of a configuration that one test reached, as its run tells. */
export interface Reached {
  /** The profile with which the test ran. */
  readonly profile: string | undefined;
  /** Paths of rules that decided. */
  readonly rules: ReadonlySet<string>;
  /** Places of hooks that ran, as `keyOf` writes them. */
  readonly hooks: ReadonlySet<string>;
  readonly agents: ReadonlySet<string>;
  readonly calls: readonly { readonly agent: string; readonly tool: string }[];
  readonly skills: ReadonlySet<string>;
  readonly limits: readonly string[];
  readonly models: ReadonlySet<string>;
  readonly hasOutput: boolean;
}

type Event = RecordedRun['events'][number];

/** Reads what a test reached; `undefined` for a test that did not run. */
export function reachedBy({ run, decisions = [], agent, profile, status }: TestResult): Reached | undefined {
  if (status === 'skipped') return undefined;
  const calls = run?.calls ?? [];
  const events = (run?.events ?? []).map(innermost);
  const paths = [...calls.map(({ by }) => by?.path), ...decisions.map(({ rule }) => rule)];
  // A configuration that cannot be read reaches nothing, and none of its profiles.
  const hasRun = run !== undefined || decisions.length > 0;
  return {
    profile: hasRun ? profile : undefined,
    rules: new Set(paths.filter((path) => path !== undefined)),
    hooks: new Set(events.flatMap(hookOf)),
    agents: new Set([...(agent === undefined ? [] : [agent]), ...events.flatMap(agentOf), ...decisions.map((one) => one.agent)]),
    calls: [...calls.map((call) => ({ agent: lastOf(call.agent), tool: call.tool })), ...decisions],
    skills: new Set(calls.flatMap(skillOf)),
    limits: events.flatMap(limitOf),
    models: new Set(events.flatMap((event) => (event.type === 'request' ? [String(event.model)] : []))),
    hasOutput: run?.output !== undefined || run?.outcome === 'schema',
  };
}

/** The event itself, if it is one of a subagent. */
const innermost = (event: Event): Event =>
  event.type === 'subagent' && typeof event.event === 'object' && event.event !== null ? (event.event as Event) : event;

const hookOf = ({ type, position }: Event): readonly string[] =>
  type === 'hook' && typeof position === 'object' && position !== null ? [keyOf(position as Position)] : [];

function agentOf({ type, init }: Event): readonly string[] {
  if (type !== 'init' || typeof init !== 'object' || init === null || !('agent' in init)) return [];
  return [String(init.agent)];
}

const lastOf = (agent: string): string => agent.split('/').at(-1) ?? agent;

function skillOf({ tool, input, state }: RecordedCall): readonly string[] {
  if (tool !== 'Skill' || state !== 'done' || typeof input !== 'object' || input === null || !('skill' in input)) return [];
  return [String(input.skill)];
}

interface Ended {
  readonly outcome?: string;
  readonly error?: { readonly values?: { readonly limit?: string } };
}

/** The words of limits that the errors of runs name, those of subagents included: `turns`. */
const limitOf = ({ type, result }: Event): readonly string[] => {
  if (type !== 'result' || typeof result !== 'object' || result === null) return [];
  const { outcome, error } = result as Ended;
  const words = error?.values?.limit;
  return words !== undefined ? [words] : outcome === 'error_max_turns' ? ['turns'] : [];
};
