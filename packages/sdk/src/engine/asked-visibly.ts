import type { Options } from '../types/options.js';
import type { SessionState } from './control/controlled.js';

/** While somebody is asked, the state says so. */
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
