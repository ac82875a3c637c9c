import type { ToolSourceSession } from '@loadout/core/run';
import { elicitation } from '../hooks/elicit.js';
import { sampler } from '../model/sampler.js';
import type { RunState } from './run-state.js';

/** Builds the view that a tool source has of its run. */
export function sourceSession(run: RunState): ToolSourceSession {
  const { spec, session, sessionId, env, emit, lifetime } = run;
  const elicit = elicitation(run);
  return {
    sessionId,
    cwd: session.cwd,
    roots: spec.roots,
    artifactDir: session.header.artifactDir,
    env,
    signal: lifetime,
    mayOffer: spec.mayOffer,
    hasTools: spec.pool.tools.length > 0,
    notice: (message) => emit({ type: 'notice', message }),
    waiting: (message) => emit({ type: 'waiting', message }),
    ...(elicit === undefined ? {} : { elicit }),
    sample: sampler(run),
    listChanged: (what) => emit({ type: what === 'resources' ? 'ResourceListChanged' : 'PromptListChanged' }),
  };
}
