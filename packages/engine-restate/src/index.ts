/** The public names, listed by hand: adding a name is a decision. */
export type { Approval, Ask } from './approval/approval.js';
export { EngineClient, type Submission } from './client/engine-client.js';
export type { Followed } from './client/follow-run.js';
export type { ListedBudget } from './client/list-budgets.js';
export type { ListedRun } from './client/listed-run.js';
export { codeOf, engineAddress } from './command/engine-place.js';
export { questionLine } from './command/open-questions.js';
export { type Act, type Sealed, seal } from './door/sealed.js';
export { ask, type Endpoint, type Engine, type EngineAddress, engineAt } from './engine/request.js';
export { errors, table as errorTable } from './errors.js';
export { planHash } from './plan-hash.js';
export type { EngineSession } from './record/read-session.js';
export type { RoundEnd } from './record/step.js';
export type { ScheduleRules } from './schedule/job.js';
export type { KeyedJob } from './schedule/jobs-in.js';
export { serveWorker, type Worker, type WorkerOptions } from './worker/serve-worker.js';
export { type ServerOptions, type StartedServer, startServer } from './worker/start-server.js';
export { type RunFiles, readWorkspace, type WorkspaceWish } from './workspace/workspace.js';
