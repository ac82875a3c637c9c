import type { Env } from '../models.js';
import { ownVersion } from '../version.js';

/** The user agent of requests: `loadout/0.1.0 (sdk-ts, agent-sdk/0.3.330, client-app/mine)`. Loadout's own variables come first (CLI-06). */
export function userAgent(env: Env): string {
  const entrypoint = env.LOADOUT_ENTRYPOINT || env.CLAUDE_CODE_ENTRYPOINT;
  const sdk = env.LOADOUT_SDK_VERSION || env.CLAUDE_AGENT_SDK_VERSION;
  const app = env.CLAUDE_AGENT_SDK_CLIENT_APP;
  const who = [entrypoint, sdk && `agent-sdk/${sdk}`, app && `client-app/${app}`].filter(Boolean).join(', ');
  const own = `loadout/${ownVersion()}`;
  return who === '' ? own : `${own} (${who.replace(/[^\x20-\x7e]/g, '')})`;
}
