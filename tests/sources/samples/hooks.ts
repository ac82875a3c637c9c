import type { HookCallback, Options } from '@loadout/sdk';

/** The third argument of a hook, with the id of the agent (`context.get("agent_id", "main")`). */
type Context = { readonly agent_id?: string };
type Hooks = NonNullable<Options['hooks']>;
type ToolInput = {
  readonly tool_name: string;
  readonly tool_input: Record<string, unknown>;
  readonly hook_event_name: 'PreToolUse';
};

const blockProductionWrites: HookCallback = async (inputData) => {
  const { tool_input, hook_event_name } = inputData as unknown as ToolInput;
  const cmd = String(tool_input.command ?? '');
  const dangerous = ['rm -rf', 'DROP TABLE', 'DELETE FROM', 'git push --force'];
  if (dangerous.some((d) => cmd.includes(d)))
    return {
      hookSpecificOutput: {
        hookEventName: hook_event_name,
        permissionDecision: 'deny',
        permissionDecisionReason: `Blocked dangerous command: ${cmd}`,
      },
    };
  return {};
};

export const blocking: Hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [blockProductionWrites] }] };

const auditLog =
  (writeAuditLog: (entry: object) => Promise<void>): HookCallback =>
  async (inputData, _toolUseId, context) => {
    const { tool_name, tool_input } = inputData as unknown as ToolInput;
    const logEntry = {
      timestamp: new Date().toISOString(),
      tool: tool_name,
      input: tool_input,
      agent: (context as Context).agent_id ?? 'main',
    };
    await writeAuditLog(logEntry);
    return {};
  };

export const auditing = (writeAuditLog: (entry: object) => Promise<void>): Hooks => ({
  PostToolUse: [{ hooks: [auditLog(writeAuditLog)] }],
});

const addDefaultTimeout: HookCallback = async (inputData) => {
  const { tool_input, hook_event_name } = inputData as unknown as ToolInput;
  if (!('timeout' in tool_input)) tool_input.timeout = 30000;
  return {
    hookSpecificOutput: {
      hookEventName: hook_event_name,
      permissionDecision: 'allow',
      updatedInput: tool_input,
    },
  };
};

export const withTimeout: Hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [addDefaultTimeout] }] };

const addGuidance: HookCallback = async () => {
  return { systemMessage: 'Remember: always run tests after modifying code.' };
};

export const guiding: Hooks = { PostToolUse: [{ matcher: 'Edit|Write', hooks: [addGuidance] }] };

export function rateLimiting(): Hooks {
  const callCounts = new Map<string, number[]>();
  const rateLimit: HookCallback = async (inputData) => {
    const { tool_name: tool, hook_event_name } = inputData as unknown as ToolInput;
    const now = Date.now() / 1000;
    // Clean old entries (older than 60s)
    const recent = (callCounts.get(tool) ?? []).filter((t) => now - t < 60);
    callCounts.set(tool, recent);
    // Max 10 calls per minute
    if (recent.length >= 10)
      return {
        hookSpecificOutput: {
          hookEventName: hook_event_name,
          permissionDecision: 'deny',
          permissionDecisionReason: `Rate limit: ${tool} called ${recent.length} times in last 60s`,
        },
      };
    recent.push(now);
    return {};
  };
  return { PreToolUse: [{ hooks: [rateLimit] }] };
}

export const chain = ([rateLimiter, authCheck, inputSanitizer, cmdFilter, auditLogger]: readonly [
  HookCallback,
  HookCallback,
  HookCallback,
  HookCallback,
  HookCallback,
]): Hooks => ({
  PreToolUse: [
    { hooks: [rateLimiter] }, // 1. Rate limit
    { hooks: [authCheck] }, // 2. Authorization
    { hooks: [inputSanitizer] }, // 3. Sanitize
    { matcher: 'Bash', hooks: [cmdFilter] }, // 4. Command filter (Bash only)
    { hooks: [auditLogger] }, // 5. Audit log
  ],
});
