import type { Plan } from '@loadout/core/run';
import type { CreateAgentOptions } from '@loadout/runner';
import type { WorkerBudgets } from '../budget/worker-budgets.js';
import type { Engine } from '../engine/request.js';
import type { LiveFeeds } from '../live/live-feeds.js';
import type { ScheduleRules } from '../schedule/job.js';
import type { WorkspaceParts } from '../workspace/git-workspace.js';
import type { Slots } from './slots.js';

/** The parts of a worker that its runs use. */
export interface WorkerParts {
  readonly plan: Plan;
  /** The hash of the plan, its lock and its code. */
  readonly hash: string;
  /** Returns whether the code is another than when the worker started. Plugins are loaded, and scripts are read, when a run needs them. */
  readonly isChanged: () => Promise<boolean>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of large results. */
  readonly dir: string;
  /** The labels of the worker. A run with another label is refused. */
  readonly labels: readonly string[];
  readonly slots: Slots;
  readonly budgets: WorkerBudgets;
  /** The live events of its runs. */
  readonly live: LiveFeeds;
  readonly engine: Engine;
  /** The rules of scheduled jobs, if the plan has the plugin of schedules. */
  readonly schedule?: ScheduleRules | undefined;
  /** The files of runs that bring their repository. */
  readonly workspaces: WorkspaceParts;
  /** The mark that child processes of this worker have in their environment. */
  readonly tag: string;
  /** Options of each agent beside those of the engine. */
  readonly options?:
    | Omit<
        CreateAgentOptions,
        'plan' | 'agent' | 'env' | 'sessionStore' | 'sharedBudgets' | 'services' | 'ask' | 'answer' | 'workspace'
      >
    | undefined;
  /** Tells the operator a line. */
  readonly tell: (line: string) => void;
}
