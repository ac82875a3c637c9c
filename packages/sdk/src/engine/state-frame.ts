import type { Frame } from '../frames/frame.js';
import type { Env } from '../models.js';
import { isOn } from '../setup/is-on.js';
import type { SessionState } from './control/controlled.js';

/**
 * The message about a new state, for a program whose environment asks for it (W2). A program that asked itself sees the message;
 * a host such as the official SDK asks to read it alone, and keeps its end of the pipe open until the state is `idle` (CTRL-15).
 */
export function stateFrame(state: SessionState, env: Env): Frame | undefined {
  const frame = { type: 'system', subtype: 'session_state_changed', state };
  if (isOn(env.CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS)) return frame;
  return isOn(env.CLAUDE_CODE_SDK_READS_SESSION_STATE) ? { ...frame, sdk_host_only: true } : undefined;
}
