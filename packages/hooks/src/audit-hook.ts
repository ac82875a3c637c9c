import { appendFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { inHome } from '@loadout/core/run';
import { makeFolder } from '@loadout/node';
import { hookKind } from './entry.js';

/** Writes one JSON line per event to a file: when, which agent and session, which tool, with what, how it went. */
export const auditHook = hookKind<{ readonly file: string }>(
  {
    type: 'audit',
    properties: { file: { type: 'string', minLength: 1, description: 'Relative to the configuration file.' } },
    required: ['file'],
  },
  ({ file }, { configDir, env }) => {
    const path = resolve(configDir, inHome(file, env.HOME));
    return {
      name: `audit ${file}`,
      phase: 'observe',
      run(input) {
        const {
          hook_event_name: event,
          session_id: session,
          agent_id: agent,
          transcript_path: _,
          cwd,
          permission_mode: __,
          agent_type: ___,
          ...details
        } = input;
        makeFolder(dirname(path), 0o777);
        appendFileSync(path, `${JSON.stringify({ time: new Date().toISOString(), event, session, agent, cwd, ...details })}\n`, {
          mode: 0o600,
        });
      },
    };
  },
);
