import { isObject } from '@loadout/core';
import { type PermissionUpdate, ruleText } from '@loadout/core/run';
import { defined } from '@loadout/node';
import { errors } from '../../errors.js';
import { knowsEffort, modelId } from '../../models.js';
import { coreMode } from '../../setup/permissions.js';
import type { ControlRequest } from '../../types/control.js';
import type { Settings } from '../../types/settings.js';
import type { Controlled } from './controlled.js';

/** Requests that read the effective settings, and change them during a query. */
export const answers = {
  apply_flag_settings: async ({ settings }: ControlRequest, engine: Controlled) => {
    const given = isObject(settings) ? settings : {};
    const late = Object.keys(given).filter((key) => !AT_ONCE.includes(key));
    if (late.length > 0) throw lateKeys(late);
    await applySettings(given, { engine, take: 'instead' });
    return {};
  },
  get_settings: async (_: ControlRequest, engine: Controlled) => {
    const conversation = await engine.conversation();
    const { rules, roots } = conversation.permissionsNow();
    const { model, permissionMode } = conversation.inspect();
    const texts = (behavior: string) => rules.filter((rule) => rule.behavior === behavior).map(ruleText);
    const permissions = { allow: texts('allow'), ask: texts('ask'), deny: texts('deny'), defaultMode: permissionMode };
    return { effective: { model, permissions: { ...permissions, additionalDirectories: roots.slice(1) } }, sources: [] };
  },
  list_permission_rules: async (_: ControlRequest, engine: Controlled) => {
    const { rules, roots } = (await engine.conversation()).permissionsNow();
    const [originalCwd = ''] = roots;
    const state = {
      rules: rules.map((rule) => ({
        behavior: rule.behavior,
        rule: ruleText(rule),
        source: SOURCES[rule.layer] ?? rule.layer,
        editability: rule.layer === 'session' ? 'session' : 'readonly',
      })),
      workspaceDirectories: roots.slice(1).map((path) => ({ path, source: 'session' })),
      originalCwd,
      managedOnly: false,
    };
    return { state };
  },
  get_hooks_listing: async (_: ControlRequest, engine: Controlled) => {
    const { agent } = await engine.prepared();
    const hooks = [...agent.spec.hooks].flatMap(([event, list]) =>
      list.map(({ name, external, timeoutSeconds, if: condition }) => ({
        event,
        matcher: '',
        source: external ? 'settings' : 'plugin',
        sourceLabel: name,
        type: external ? 'external' : 'module',
        displayText: name,
        commandText: name,
        contentLabel: 'Hook',
        timeout: timeoutSeconds,
        ...defined({ condition }),
      })),
    );
    const counts = new Map<string, number>();
    for (const { event } of hooks) counts.set(event, (counts.get(event) ?? 0) + 1);
    const events = [...counts].map(([name, hookCount]) => ({ name, summary: '', supportsMatcher: true, hookCount }));
    const policy = { disabledByPolicy: false, managedOnly: false, pluginOnly: false, allDisabled: false, policyHookCount: 0 };
    return { events, hooks, eventCatalog: [], policy };
  },
} as const;

const SOURCES: Readonly<Record<string, string>> = {
  managed: 'policySettings',
  user: 'userSettings',
  project: 'projectSettings',
  flag: 'flagSettings',
  session: 'session',
};

const AT_ONCE: readonly string[] = ['effortLevel', 'model', 'permissions'];
const BEHAVIORS = ['allow', 'ask', 'deny'] as const;

const lateKeys = (keys: readonly string[]) =>
  errors.SDK_REQUEST_INVALID({
    subtype: 'apply_flag_settings',
    problem: `${keys.join(', ')} cannot change while a query goes on; ${AT_ONCE.join(', ')} can, the rest goes into the option settings of a new query`,
  });

interface Applying {
  readonly engine: Controlled;
  /** `instead` replaces the rules of earlier flag settings; `beside` adds to all rules. Rules of files always stay. */
  readonly take: 'instead' | 'beside';
}

/**
 * Applies settings during a query: either all of them or, with a throw, none. `null` for a model or an effort restores the value
 * of the options; `null` for permissions removes those of flag settings.
 */
export async function applySettings(settings: Settings, { engine, take }: Applying): Promise<void> {
  const { permissions, model, effortLevel } = settings;
  const conversation = await engine.conversation();
  const { modelNamed } = await engine.prepared();
  const given = isObject(permissions) ? permissions : permissions === null ? {} : undefined;
  conversation.updatePermissions(given === undefined ? [] : [...rulesIn(given, take), ...placesIn(given)]);
  if (model !== undefined) conversation.setModel(typeof model === 'string' ? modelNamed(model) : null);
  const next = typeof model === 'string' ? modelId(model, engine.options.env ?? process.env) : conversation.inspect().model;
  const known = knowsEffort(next);
  if (effortLevel !== undefined && (known || effortLevel === null))
    conversation.setThinking({ effort: typeof effortLevel === 'string' ? effortLevel : null });
}

const listed = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

/** Converts the rules. Flag settings apply to this run alone; a later run of the session passes its own. */
const rulesIn = (permissions: Settings, take: Applying['take']): readonly PermissionUpdate[] =>
  BEHAVIORS.map((behavior) => {
    const rules = listed(permissions[behavior]).map((text) => ruleValue(text));
    return take === 'instead'
      ? { type: 'replaceRules', rules, behavior, destination: 'cliArg' }
      : { type: 'addRules', rules, behavior, destination: 'session' };
  });

function placesIn({ defaultMode, additionalDirectories }: Settings): readonly PermissionUpdate[] {
  const directories = listed(additionalDirectories);
  return [
    ...(typeof defaultMode === 'string'
      ? [{ type: 'setMode' as const, mode: coreMode(defaultMode), destination: 'session' as const }]
      : []),
    ...(directories.length > 0 ? [{ type: 'addDirectories' as const, directories, destination: 'session' as const }] : []),
  ];
}

function ruleValue(text: string): { readonly toolName: string; readonly ruleContent?: string } {
  const [, toolName = text, ruleContent] = /^([^(]+)\(([\s\S]*)\)$/.exec(text) ?? [];
  return ruleContent === undefined ? { toolName } : { toolName, ruleContent };
}
