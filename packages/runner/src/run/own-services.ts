import {
  ActiveSkills,
  BackgroundTasks,
  DeferredTools,
  FileCheckpoints,
  Inbox,
  Redaction,
  RunSettings,
  Sandbox,
  type ServiceOffer,
  SessionHooks,
  SessionMode,
  SmallModel,
  Subagents,
  UserQuestions,
  WorkingDirectory,
} from '@loadout/core';
import { createBackgroundTasks, type OwnBackgroundTasks, runHooks } from '@loadout/core/run';
import { smallModelOf } from '../model/ask-apart.js';
import { redactionOf } from '../secrets/hold-secrets.js';
import { skillText } from '../skills/skill-text.js';
import type { AgentSpec } from '../spec/agent-spec.js';
import type { StartSubagent } from '../subagents/parent-run.js';
import { RunSubagents } from '../subagents/run-subagents.js';
import { checkpointsOffer } from './checkpoints.js';
import { runSettings } from './run-settings.js';
import type { RunState } from './run-state.js';

interface Own {
  readonly service: ServiceOffer<unknown>['service'];
  /** Whether an agent has the service. Default: every agent. */
  readonly when?: (spec: AgentSpec) => boolean;
  readonly offer: (run: RunState, startSubagent: StartSubagent) => Omit<ServiceOffer<unknown>, 'service'>;
}

const OWN: readonly Own[] = [
  { service: WorkingDirectory, offer: workingDirectory },
  { service: BackgroundTasks, offer: backgroundTasks },
  {
    service: SessionHooks,
    offer: ({ calls }) => ({ create: (): SessionHooks => ({ fire: (event, input) => runHooks(event, input, calls()) }) }),
  },
  { service: Inbox, offer: (run) => ({ create: () => run.inbox }) },
  { service: Redaction, offer: ({ spec }) => ({ create: () => redactionOf(spec.secrets) }) },
  { service: SessionMode, offer: (run) => ({ create: () => sessionMode(run) }) },
  { service: DeferredTools, offer: (run) => ({ create: () => run.deferral }) },
  { service: RunSettings, offer: (run) => ({ create: () => runSettings(run) }) },
  { service: Subagents, offer: subagents },
  {
    service: UserQuestions,
    when: ({ answer }) => answer !== undefined,
    offer: ({ spec }) => ({ create: () => ({ ask: spec.answer }) }),
  },
  { service: ActiveSkills, when: ({ plan }) => plan.skills !== undefined, offer: (run) => ({ create: () => activeSkills(run) }) },
  { service: FileCheckpoints, when: ({ checkpoints }) => checkpoints !== undefined, offer: checkpointsOffer },
  { service: Sandbox, when: ({ sandbox }) => sandbox !== undefined, offer: ({ spec }) => ({ create: () => spec.sandbox }) },
  {
    service: SmallModel,
    when: ({ smallModel }) => smallModel !== undefined,
    offer: (run) => ({ create: () => smallModelOf(run) }),
  },
];

const ownOf = (spec: AgentSpec) => OWN.filter(({ when }) => when?.(spec) ?? true);

/** Returns the services of the runner itself. A plugin cannot replace them. */
export const ownServices = (run: RunState, startSubagent: StartSubagent): readonly ServiceOffer<unknown>[] =>
  ownOf(run.spec).map(({ service, offer }) => ({ service, ...offer(run, startSubagent) }));

/** Returns the keys of the runner's services for an agent, without a run. */
export const ownServiceKeys = (spec: AgentSpec): readonly string[] => ownOf(spec).map(({ service }) => service.key);

function workingDirectory(run: RunState): Omit<ServiceOffer<unknown>, 'service'> {
  const value: WorkingDirectory = {
    get: () => run.session.cwd,
    set: (path) => {
      const { session, tools, permissions, watched } = run;
      const before = session.cwd;
      session.moveTo(path);
      if (path === before) return;
      tools.moved({ cwd: path, roots: permissions.layers.roots });
      watched.moved({ old_cwd: before, new_cwd: path });
    },
  };
  return { create: () => value };
}

/** The tool that changes the mode says so in its result. */
const sessionMode = ({ permissions, modeNews }: RunState): SessionMode => ({
  get: () => permissions.layers.mode,
  set: (mode) => {
    permissions.update([{ type: 'setMode', mode, destination: 'session' }]);
    modeNews.knows(mode);
  },
});

function backgroundTasks({ emit }: RunState): Omit<ServiceOffer<unknown>, 'service'> {
  return {
    create: () =>
      createBackgroundTasks((task) => {
        const { id, type: kind, title, description, toolUseId, outputFile } = task;
        emit({ type: 'task', id, kind, title, description, toolUseId, outputFile, ...task.status() });
      }),
    dispose: (tasks) => (tasks as OwnBackgroundTasks).stopAll(),
  };
}

function subagents(run: RunState, startSubagent: StartSubagent): Omit<ServiceOffer<unknown>, 'service'> {
  return {
    create: () => new RunSubagents(run, startSubagent),
    dispose: (started) => (started as RunSubagents).stop(),
  };
}

const activeSkills = (run: RunState): ActiveSkills => ({
  list: () => run.skills.list(),
  find: (name) => run.skills.find(name),
  text: (skill, args, { signal }) => skillText(run, skill, { args, signal, invokedBy: 'claude' }),
  isHeld: (skill, text) => run.skills.isHeld(skill, text),
  begin: (skill) => run.skills.begin(skill),
});
