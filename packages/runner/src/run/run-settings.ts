import { nearest, type RunSetting, type RunSettings } from '@loadout/core';
import { boundMode, byWidth, PERMISSION_MODES } from '@loadout/core/run';
import { errors } from '../report/errors.js';
import type { RunState } from './run-state.js';

interface Kept extends RunSetting {
  readonly set: (value: unknown) => void;
}

const MODES = [...PERMISSION_MODES].sort(byWidth);

/** The settings of a run that its own model may change. No setting widens the run. Source: TOOL-CFG-02, LOOP-18. */
export function runSettings(run: RunState): RunSettings {
  const settings = () => [modelSetting(run), effortSetting(run), modeSetting(run)];
  return {
    list: () => settings().map(({ set: _, ...setting }) => setting),
    set(key, value) {
      const known = settings();
      const available = known.map((setting) => setting.key);
      const setting = known.find((one) => one.key === key);
      if (setting === undefined) throw errors.RUN_SETTING_UNKNOWN({ key, nearest: nearest(key, available), available });
      setting.set(value);
    },
  };
}

function modelSetting({ model, spec }: RunState): Kept {
  const values = Object.keys(spec.plan.models);
  return {
    key: 'model',
    description: 'The model of this run, from its next turn on: an alias that the configuration declares.',
    value: model.wanted.model ?? model.plan.id,
    values: [...values, null],
    set(value) {
      if (value !== null && !values.includes(value as string))
        throw errors.RUN_SETTING_INVALID({ key: 'model', value, expected: `use one of ${[...values, 'null'].join(', ')}` });
      model.choose({ model: value as string | null });
    },
  };
}

function effortSetting({ model }: RunState): Kept {
  return {
    key: 'effort',
    description: 'How hard the model works, in the words of its provider, such as low, medium or high.',
    value: model.plan.effort ?? null,
    set(value) {
      if (value !== null && (typeof value !== 'string' || !/^\w{1,20}$/.test(value)))
        throw errors.RUN_SETTING_INVALID({ key: 'effort', value, expected: 'use a word such as low, medium or high, or null' });
      model.choose({ effort: value });
    },
  };
}

function modeSetting({ permissions }: RunState): Kept {
  const values = MODES.filter((mode) => boundMode(mode, permissions.layers.mode) === mode);
  return {
    key: 'permissionMode',
    description: 'What happens to a call that no rule decides. It can only be made narrower.',
    value: permissions.layers.mode,
    values,
    set(value) {
      const mode = values.find((one) => one === value);
      if (mode === undefined)
        throw errors.RUN_SETTING_INVALID({ key: 'permissionMode', value, expected: `use one of ${values.join(', ')}` });
      permissions.update([{ type: 'setMode', mode, destination: 'session' }]);
    },
  };
}
