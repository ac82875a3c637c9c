import { createHash } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import type { ObservedRun } from '@loadout/runner';
import type { Attributes } from '../attributes.js';
import type { Env } from '../environment.js';

/** The attributes and the contents that Claude Code's variables ask for. */
export interface ClaudeSettings {
  readonly metrics: Attributes;
  readonly events: Attributes;
  readonly sendsPrompts: boolean;
  readonly sendsAnswers: boolean;
  readonly sendsTools: boolean;
}

/** Reads the variables that Claude Code documents. `isFull`: all contents are asked for. */
export function claudeSettings(
  env: Env,
  { run, isFull }: { readonly run: ObservedRun; readonly isFull: boolean },
): ClaudeSettings {
  const includes = (name: string, byDefault: boolean) => {
    const written = env[`OTEL_METRICS_INCLUDE_${name}`]?.toLowerCase();
    return written === undefined || written === '' ? byDefault : written === 'true' || written === '1';
  };
  const who = { 'user.id': userId(), 'terminal.type': env.TERM_PROGRAM ?? env.TERM };
  const session = { 'session.id': run.sessionId };
  const entry = { 'app.entrypoint': env.CLAUDE_CODE_ENTRYPOINT };
  return {
    metrics: { ...who, ...(includes('SESSION_ID', true) ? session : {}), ...(includes('ENTRYPOINT', false) ? entry : {}) },
    events: { ...who, ...session },
    sendsPrompts: isFull || isOn(env.OTEL_LOG_USER_PROMPTS),
    sendsAnswers: isFull || isOn(env.OTEL_LOG_ASSISTANT_RESPONSES),
    sendsTools: isFull || isOn(env.OTEL_LOG_TOOL_DETAILS),
  };
}

const isOn = (text: string | undefined): boolean => text === '1' || text?.toLowerCase() === 'true';

/** A hash of the machine and the account, so that a dashboard can count users without their names. */
function userId(): string {
  let name = '';
  try {
    name = userInfo().username;
  } catch {
    // An account without an entry in the system's list, as in some containers.
  }
  return createHash('sha256').update(`${hostname()}\n${name}`).digest('hex');
}
