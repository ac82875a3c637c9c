import { hookKind } from './entry.js';

interface RateLimitFields {
  readonly max: number;
  readonly perSeconds?: number;
}

/** Denies calls of a tool above so many in a sliding window. Each session and tool has a count of its own. */
export const rateLimitHook = hookKind<RateLimitFields>(
  {
    type: 'rateLimit',
    properties: {
      max: { type: 'integer', minimum: 1, description: 'Calls of one tool in the window.' },
      perSeconds: { type: 'number', exclusiveMinimum: 0, description: 'Length of the window. Default 60.' },
    },
    required: ['max'],
  },
  ({ max, perSeconds = 60 }) => {
    const times = new Map<string, number[]>();
    return {
      name: `rateLimit ${max} per ${perSeconds} s`,
      phase: 'guard',
      run(input) {
        if (!('tool_name' in input)) return undefined;
        const key = `${input.session_id} ${input.tool_name}`;
        const now = performance.now();
        const recent = (times.get(key) ?? []).filter((time) => now - time < perSeconds * 1000);
        times.set(key, recent);
        if (recent.length < max) {
          recent.push(now);
          return undefined;
        }
        const reason = `Rate limit: ${input.tool_name} was called ${recent.length} times in the last ${perSeconds} s, the most allowed is ${max}. Wait, or do without it.`;
        return {
          hookSpecificOutput: {
            hookEventName: input.hook_event_name,
            permissionDecision: 'deny',
            permissionDecisionReason: reason,
          },
        };
      },
    };
  },
);
