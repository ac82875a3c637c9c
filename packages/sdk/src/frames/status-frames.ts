import { defined } from '@loadout/node';
import type { AgentEvent } from '@loadout/runner';
import { retryError } from '../sessions/api-errors.js';
import type { Frame } from './frame.js';

export const informational = (content: string, level: 'info' | 'notice' | 'warning', toolUseId?: string): Frame => ({
  type: 'system',
  subtype: 'informational',
  content,
  level,
  ...defined({ tool_use_id: toolUseId }),
});

/** The prompt that a hook blocked. It is not a part of the conversation. */
export const notTaken = (reason: string): Frame => ({
  ...informational(reason, 'warning'),
  prevent_continuation: true,
  prompt_submit_outcome: { kind: 'blocked_by_hook', prompt_kept: false, reason },
});

/** Frames about the status, which are not part of the conversation. */
export function statusFrames(event: AgentEvent): readonly Frame[] {
  switch (event.type) {
    case 'retry':
      return [
        {
          type: 'system',
          subtype: 'api_retry',
          attempt: event.attempt,
          max_retries: MOST_RETRIES,
          retry_delay_ms: Math.round(event.delayMs),
          error_status: event.status ?? null,
          error: retryError(event.status),
        },
      ];
    case 'request':
      return [{ type: 'system', subtype: 'status', status: event.purpose === 'summary' ? 'compacting' : 'requesting' }];
    case 'compact':
      return [
        {
          type: 'system',
          subtype: 'compact_boundary',
          compact_metadata: {
            trigger: event.trigger,
            pre_tokens: event.preTokens,
            ...defined({ post_tokens: event.postTokens, duration_ms: event.durationMs }),
          },
        },
        ...(event.how === 'summarised' ? [{ type: 'system', subtype: 'status', status: null }] : []),
      ];
    case 'notice':
      return [informational(event.message, event.level ?? 'warning', event.toolUseId)];
    case 'permissions':
      return event.updates.some((update) => update.type === 'setMode')
        ? [{ type: 'system', subtype: 'status', status: null, permissionMode: event.mode }]
        : [];
    case 'hook_started':
    case 'hook_progress':
    case 'hook_response':
      return [hookFrame(event)];
    default:
      return [];
  }
}

const MOST_RETRIES = 4;

type HookEvent = Extract<AgentEvent, { type: 'hook_started' | 'hook_progress' | 'hook_response' }>;

/** Reports the progress of a hook to a program that requested these events. */
function hookFrame(event: HookEvent): Frame {
  const about = {
    type: 'system',
    subtype: event.type,
    hook_id: [event.name, event.toolUseId].filter(Boolean).join(':'),
    hook_name: event.name,
    hook_event: event.event,
  };
  if (event.type === 'hook_started') return about;
  const { stdout = '', stderr = '' } = event;
  if (event.type === 'hook_progress') return { ...about, stdout, stderr, output: stdout + stderr };
  return {
    ...about,
    stdout,
    stderr,
    output: event.answer === undefined ? stdout : JSON.stringify(event.answer),
    ...(typeof event.exitCode === 'number' ? { exit_code: event.exitCode } : {}),
    outcome: event.outcome === 'failed' ? 'error' : 'success',
  };
}
