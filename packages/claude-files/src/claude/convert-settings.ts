import { child, isMap, type MapNode, mapOf, type Node, withEntry } from '@loadout/config/documents';
import { convertPermissions } from '../compat/convert-permissions.js';
import { convertEnv, disablesHooks } from '../compat/read-settings.js';
import { ALL_CLAUDE_FIELDS } from '../fields/settings-fields.js';
import { tellLost } from '../fields/tell-lost.js';
import type { CompatContext } from '../foreign/compat-context.js';
import { convertHooks } from '../foreign/convert-hooks.js';
import { convertModel } from '../foreign/convert-model.js';
import { lose } from '../foreign/tell-foreign.js';
import { convertSandbox } from './convert-sandbox.js';

/** Converts one settings file of Claude Code to Loadout's terms. */
export function convertClaudeSettings(settings: MapNode, context: CompatContext): MapNode {
  tellLost(settings, { fields: ALL_CLAUDE_FIELDS, path: [] }, context);
  disablesHooks(settings, context);
  const of = (key: string) => settings.entries.get(key)?.value;
  const [permissions, hooks] = [of('permissions'), of('hooks')];
  const model = convertModel(of('model'), { ...context, path: [], otherwise: 'so the default model is used' });
  return mapOf(settings.place, {
    permissions: permissions === undefined ? undefined : convertPermissions(withoutSwitch(permissions), context),
    hooks: hooks === undefined ? undefined : convertHooks(hooks, ['hooks'], context),
    allowedHttpHookUrls: of('allowedHttpHookUrls'),
    plugins: convertEnv(of('env'), context),
    sandbox: convertSandbox(of('sandbox'), context),
    sessions: convertRetention(of('cleanupPeriodDays'), context),
    defaults: model === undefined ? undefined : mapOf(model.place, { model }),
  });
}

const SWITCH = 'disableBypassPermissionsMode';

/**
 * Removes the switch that disables bypassing. The switch is not a rule of one file: it limits the mode, whoever sets the mode.
 */
const withoutSwitch = (permissions: Node): Node =>
  isMap(permissions) ? withEntry(permissions, { key: SWITCH, value: undefined }) : permissions;

export function forbidsBypass(settings: MapNode | undefined): boolean {
  const found = child(child(settings, 'permissions'), SWITCH);
  return found?.kind === 'scalar' && (found.value === 'disable' || found.value === true);
}

function convertRetention(days: Node | undefined, context: CompatContext): MapNode | undefined {
  if (days === undefined) return undefined;
  if (days.kind === 'scalar' && typeof days.value === 'number' && Number.isInteger(days.value) && days.value > 0)
    return mapOf(days.place, { retention: { ...days, value: `${days.value}d` } });
  return lose({ path: ['cleanupPeriodDays'], place: days.place, problem: 'it must be a number of days' }, context);
}
