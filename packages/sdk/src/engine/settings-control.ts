import { type PermissionUpdate, ruleText } from '@loadout/core';
import { errors } from '../errors.js';
import { coreMode } from '../setup/permissions.js';
import type { ControlRequest } from '../types/control.js';
import type { Engine } from './engine.js';

type Settings = Readonly<Record<string, unknown>>;

/** What can be asked about what holds, and changed of it while the query goes on. */
export const settingsAnswers = {
  apply_flag_settings: async ({ settings }: ControlRequest, engine: Engine) => {
    await applySettings(isObject(settings) ? settings : {}, engine);
    return {};
  },
  get_settings: async (_: ControlRequest, engine: Engine) => {
    const { rules, roots } = (await engine.conversation()).permissionsNow();
    const { model, permissionMode } = (await engine.conversation()).inspect();
    const texts = (behavior: string) => rules.filter((rule) => rule.behavior === behavior).map(ruleText);
    const permissions = { allow: texts('allow'), ask: texts('ask'), deny: texts('deny'), defaultMode: permissionMode };
    return { effective: { model, permissions: { ...permissions, additionalDirectories: roots.slice(1) } }, sources: [] };
  },
  list_permission_rules: async (_: ControlRequest, engine: Engine) => {
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
  get_hooks_listing: async (_: ControlRequest, engine: Engine) => {
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
        ...(condition === undefined ? {} : { condition }),
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

const isObject = (value: unknown): value is Settings => typeof value === 'object' && value !== null && !Array.isArray(value);

const APPLIED = ['model', 'permissions'];
const BEHAVIORS = ['allow', 'ask', 'deny'] as const;

/** All of it or, with a throw, nothing. What is only read at the start is refused by name. */
async function applySettings(settings: Settings, engine: Engine): Promise<void> {
  const late = Object.keys(settings).filter((key) => !APPLIED.includes(key));
  if (late.length > 0)
    throw errors.SDK_REQUEST_INVALID({
      subtype: 'apply_flag_settings',
      problem: `${late.join(', ')} cannot change while a query goes on; ${APPLIED.join(' and ')} can, the rest goes into the option settings of a new query`,
    });
  const conversation = await engine.conversation();
  const updates = isObject(settings.permissions) ? updatesIn(settings.permissions) : [];
  const { modelNamed } = await engine.prepared();
  conversation.updatePermissions(updates);
  if (settings.model !== undefined) conversation.setModel(typeof settings.model === 'string' ? modelNamed(settings.model) : null);
}

/** Rules add up; those of files stay. */
function updatesIn(permissions: Settings): PermissionUpdate[] {
  const { defaultMode, additionalDirectories } = permissions;
  const listed = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  const updates: PermissionUpdate[] = BEHAVIORS.flatMap((behavior) => {
    const rules = listed(permissions[behavior]).map((toolName) => ruleValue(toolName));
    return rules.length === 0 ? [] : [{ type: 'addRules' as const, rules, behavior, destination: 'session' as const }];
  });
  if (typeof defaultMode === 'string') updates.push({ type: 'setMode', mode: coreMode(defaultMode), destination: 'session' });
  const directories = listed(additionalDirectories);
  if (directories.length > 0) updates.push({ type: 'addDirectories', directories, destination: 'session' });
  return updates;
}

function ruleValue(text: string): { readonly toolName: string; readonly ruleContent?: string } {
  const [, toolName = text, ruleContent] = /^([^(]+)\(([\s\S]*)\)$/.exec(text) ?? [];
  return ruleContent === undefined ? { toolName } : { toolName, ruleContent };
}
