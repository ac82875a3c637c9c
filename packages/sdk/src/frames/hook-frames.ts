import type { AgentEvent } from '@loadout/runner';
import type { Frame } from './frame.js';

type HookEvent = Extract<AgentEvent, { type: 'hook_started' | 'hook_progress' | 'hook_response' }>;

/** Reports the progress of a hook to a program that requested these events. */
export function hookFrame(event: HookEvent): Frame {
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
