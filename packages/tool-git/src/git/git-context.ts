import type { ToolContext } from '@loadout/core';
import type { GitOptions } from '../options.js';
import type { GitContext } from './run-git.js';

/** git as a tool call calls it. */
export const gitFor = (context: ToolContext, { timeoutSeconds }: GitOptions): GitContext => ({
  env: context.env,
  signal: context.signal,
  timeoutSeconds,
});

/** A context for cleanup that must run although the call was cancelled. */
export const uncancelled = (git: GitContext): GitContext => ({ ...git, signal: new AbortController().signal });
