import type { ModelRequest, PoolTool } from '@loadout/core';
import type { RunState } from './turn/run-state.js';

/** The same objects in every turn until something changes, so that a provider can keep what it made of them. */
export function modelRequest(
  { session, spec, model }: Pick<RunState, 'session' | 'spec' | 'model'>,
  { tools, listings }: { readonly tools: readonly PoolTool['api'][]; readonly listings: readonly string[] },
): Omit<ModelRequest, 'messages'> {
  const { id, maxOutputTokens, thinking, effort, betas, promptCache, extra } = model.plan;
  const system = [spec.instructions, ...listings, session.header.environment]
    .filter((text) => text !== '')
    .map((text) => Object.freeze({ type: 'text' as const, text }));
  return {
    model: id,
    system: Object.freeze(system),
    tools: Object.freeze(tools),
    maxOutputTokens,
    thinking,
    effort,
    betas,
    promptCache,
    extra,
  };
}

/** What the model is told of the place it works in. Behind the instructions, so that the stable part comes first (LOOP-22). */
export function describePlace(cwd: string): string {
  return `Working directory: ${cwd}\nPlatform: ${process.platform}\nDate: ${new Date().toISOString().slice(0, 10)}`;
}
