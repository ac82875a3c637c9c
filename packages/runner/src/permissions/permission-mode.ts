import type { PermissionMode } from '@loadout/core';
import { boundMode } from '@loadout/core/run';
import { errors } from '../report/errors.js';
import type { AgentSpec } from '../spec/agent-spec.js';

type ModeRules = Pick<AgentSpec, 'modeBounds' | 'sandbox' | 'env'>;

/**
 * Throws MODE_REFUSED for a mode that this run may not use. `bypassPermissions` is never reached unless requested. Source:
 * PERM-06.
 */
export function checkMode(mode: PermissionMode, rules: ModeRules, uid: number | undefined = process.getuid?.()): void {
  const { widest, allowBypass } = rules.modeBounds;
  if (widest !== undefined && boundMode(mode, widest) !== mode)
    throw errors.MODE_REFUSED({
      mode,
      why: `the settings of the user or the administrator allow no wider mode than ${widest}`,
      fix: `Use ${widest}, or change permissions.mode in those settings.`,
    });
  if (mode !== 'bypassPermissions') return;
  if (!allowBypass)
    throw errors.MODE_REFUSED({
      mode,
      why: 'this run was not started in it',
      fix: 'Start it with that mode, or with allowBypass.',
    });
  if (uid === 0 && !isKeptIn(rules))
    throw errors.MODE_REFUSED({
      mode,
      why: 'this process runs as root, outside of any sandbox',
      fix: 'Run as another user, set sandbox: bubblewrap, or set IS_SANDBOX=1 in a container that may be thrown away.',
    });
}

const isKeptIn = ({ sandbox, env }: ModeRules) =>
  sandbox?.required === true || (env.IS_SANDBOX !== undefined && !['', '0', 'false', 'no'].includes(env.IS_SANDBOX));
