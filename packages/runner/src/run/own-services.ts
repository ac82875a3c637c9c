import {
  ActiveSkills,
  BackgroundTasks,
  createBackgroundTasks,
  DeferredTools,
  Inbox,
  Redaction,
  RunSettings,
  Sandbox,
  type ServiceOffer,
  SessionMode,
  Subagents,
  UserQuestions,
  WorkingDirectory,
} from '@loadout/core';
import { checkpointsOffer } from '../checkpoints/rewind-files.js';
import { sessionHooks } from '../hooks/session-hooks.js';
import { smallModelOffer } from '../model/small-model.js';
import { redactionOf } from '../place/redaction.js';
import { RunSubagents } from '../subagents/run-subagents.js';
import type { RunState } from '../turn/run-state.js';
import { runSettings } from './run-settings.js';

/** What every agent's tools may ask for; a plugin cannot take these places. */
export function ownServices(spec: RunState['spec'], run: () => RunState): readonly ServiceOffer<unknown>[] {
  const { answer } = spec;
  return [
    workingDirectory(run),
    backgroundTasks(run),
    sessionHooks(run),
    { service: Inbox, create: () => run().inbox },
    { service: Redaction, create: () => redactionOf(spec.secrets) },
    { service: SessionMode, create: () => sessionMode(run()) },
    { service: DeferredTools, create: () => run().deferral },
    { service: RunSettings, create: () => runSettings(run()) },
    subagents(run),
    ...(answer === undefined ? [] : [{ service: UserQuestions, create: (): UserQuestions => ({ ask: answer }) }]),
    ...(spec.plan.skills === undefined ? [] : [{ service: ActiveSkills, create: () => run().skills }]),
    ...(spec.sessions.checkpoints === true ? [checkpointsOffer(run)] : []),
    ...(spec.sandbox === undefined ? [] : [{ service: Sandbox, create: () => spec.sandbox }]),
    ...(spec.smallModel === undefined ? [] : [smallModelOffer(spec.smallModel, run)]),
  ];
}

function workingDirectory(run: () => RunState): ServiceOffer<unknown> {
  const value: WorkingDirectory = {
    get: () => run().session.cwd,
    set: (path) => {
      const { session, tools, permissions, watched } = run();
      const before = session.cwd;
      session.moveTo(path);
      if (path === before) return;
      tools.moved({ cwd: path, roots: permissions.roots });
      watched.moved({ old_cwd: before, new_cwd: path });
    },
  };
  return { service: WorkingDirectory, create: () => value };
}

const sessionMode = ({ permissions }: RunState): SessionMode => ({
  get: () => permissions.mode,
  set: (mode) => permissions.update([{ type: 'setMode', mode, destination: 'session' }]),
});

const backgroundTasks = (run: () => RunState): ServiceOffer<unknown> => ({
  service: BackgroundTasks,
  create: () =>
    createBackgroundTasks((task) => {
      const { id, type: kind, title, description, toolUseId, outputFile } = task;
      run().emit({ type: 'task', id, kind, title, description, toolUseId, outputFile, ...task.status() });
    }),
  dispose: (tasks) => (tasks as ReturnType<typeof createBackgroundTasks>).stopAll(),
});

const subagents = (run: () => RunState): ServiceOffer<unknown> => ({
  service: Subagents,
  create: () => new RunSubagents(run()),
  dispose: (started) => (started as RunSubagents).stop(),
});
