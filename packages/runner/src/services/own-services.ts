import {
  ActiveSkills,
  BackgroundTasks,
  createBackgroundTasks,
  DeferredTools,
  Inbox,
  RunSettings,
  Sandbox,
  type ServiceOffer,
  SessionMode,
  Subagents,
  tellHooks,
  UserQuestions,
  WorkingDirectory,
} from '@loadout/core';
import { checkpointsOffer } from '../checkpoints/rewind-files.js';
import { sessionHooks } from '../hooks/session-hooks.js';
import { smallModelOffer } from '../small-model.js';
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
      const { session, calls, tools, permissions } = run();
      const before = session.cwd;
      session.moveTo(path);
      if (path === before) return;
      tools.moved({ cwd: path, roots: permissions.roots });
      tellHooks('CwdChanged', { old_cwd: before, new_cwd: path }, calls);
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
      const { state, exitCode } = task.status();
      run().emit({ type: 'task', id: task.id, kind: task.type, title: task.title, state, exitCode });
    }),
  dispose: (tasks) => (tasks as ReturnType<typeof createBackgroundTasks>).stopAll(),
});

const subagents = (run: () => RunState): ServiceOffer<unknown> => ({
  service: Subagents,
  create: () => new RunSubagents(run()),
  dispose: (started) => (started as RunSubagents).stop(),
});
