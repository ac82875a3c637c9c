import type { Options } from '../types/options.js';
import type { SessionState } from './control/controlled.js';

/** Wraps the callbacks that ask somebody, so that the state shows when an answer is awaited. */
export function askedVisibly(options: Options, become: (state: SessionState) => void): Options {
  const { canUseTool } = options;
  if (canUseTool === undefined) return options;
  return {
    ...options,
    canUseTool: async (...question) => {
      become('requires_action');
      try {
        return await canUseTool(...question);
      } finally {
        become('running');
      }
    },
  };
}
