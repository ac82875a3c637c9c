import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import type { PermissionMode } from '@loadout/core';
import { boundMode, PERMISSION_MODES } from '@loadout/core/run';
import { type Agent, firstModel } from '@loadout/runner';
import { errors } from '../errors.js';
import type { CommandParts, Project } from './project.js';

const NAMES: Readonly<Record<PermissionMode, readonly [name: string, description: string]>> = {
  default: ['Ask', 'Asks about calls that no rule decides.'],
  acceptEdits: ['Accept edits', 'Changes files of this folder without asking.'],
  plan: ['Plan', 'Reads only, and proposes a plan.'],
  dontAsk: ["Don't ask", 'Denies what would be asked.'],
  bypassPermissions: ['Bypass permissions', 'Allows every call that no rule denies or asks about.'],
};

/** The choices of a session: what was chosen, and what can be chosen. */
export interface Choices {
  readonly mode: PermissionMode;
  /** The modes that may be chosen. */
  readonly modes: readonly PermissionMode[];
  readonly model: string;
  readonly models: readonly string[];
}

/**
 * The choices of a session before its agent is prepared. No mode is offered that is wider than the settings allow, and none without
 * questions unless the session begins in it.
 */
export function firstChoices({ plan, agent }: Project, { flags, host }: Pick<CommandParts, 'flags' | 'host'>): Choices {
  const planned = plan.agents[agent];
  const { mode: common, widestMode } = plan.permissions;
  const mode = (flags['permission-mode'] as PermissionMode | undefined) ?? planned?.permissions.mode ?? common;
  const isAllowed = (one: PermissionMode) => widestMode === undefined || boundMode(one, widestMode) === one;
  const modes = PERMISSION_MODES.filter((one) => one === mode || (one !== 'bypassPermissions' && isAllowed(one)));
  const model = (planned && firstModel({ plan, agent: planned, env: host.env })) ?? '';
  return withModel({ mode, modes, model, models: Object.keys(plan.models) }, model);
}

/** The choices with the model that an agent uses. */
export function choicesOf(choices: Choices, { model, spec: { plan } }: Pick<Agent, 'model' | 'spec'>): Choices {
  const { provider, id } = model;
  const alias = Object.entries(plan.models).find(([, one]) => one.provider === provider && one.id === id)?.[0];
  return withModel(choices, alias ?? `${provider}/${id}`);
}

const withModel = (choices: Choices, model: string): Choices => ({
  ...choices,
  model,
  models: choices.models.includes(model) ? choices.models : [model, ...choices.models],
});

export const modeState = ({ mode, modes }: Choices): SessionModeState => ({
  currentModeId: mode,
  availableModes: modes.map((id) => ({ id, name: NAMES[id][0], description: NAMES[id][1] })),
});

/** The choices as newer clients read them, with the model. */
export function configOptions(choices: Choices): SessionConfigOption[] {
  const { mode, modes, model, models } = choices;
  return [
    {
      type: 'select',
      id: 'mode',
      category: 'mode',
      name: 'Permission mode',
      currentValue: mode,
      options: modes.map((value) => ({ value, name: NAMES[value][0], description: NAMES[value][1] })),
    },
    {
      type: 'select',
      id: 'model',
      category: 'model',
      name: 'Model',
      currentValue: model,
      options: models.map((value) => ({ value, name: value })),
    },
  ];
}

/** The chosen one of the values that are offered. Throws ACP_OPTION. */
export function chosen<T extends string>(option: string, { value, expected }: { value: unknown; expected: readonly T[] }): T {
  const found = expected.find((one) => one === value);
  if (found === undefined) throw errors.ACP_OPTION({ option, value: String(value), expected });
  return found;
}
