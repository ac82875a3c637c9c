/** The public names, listed by hand: adding a name is a decision. */
export type { Approval, Ask } from './approval.js';
export { EngineClient, type Submission } from './client/engine-client.js';
export type { ListedBudget } from './client/list-budgets.js';
export type { ListedRun } from './client/listed-run.js';
export type { EngineSession } from './client/read-session.js';
export { ask, type Endpoint, type Engine, type EngineAddress, engineAt } from './client/request.js';
export { codeOf, engineAddress } from './command/engine-place.js';
export { questionLine } from './command/open-questions.js';
export { type Act, type Sealed, seal } from './door/sealed.js';
export { errors, table as errorTable } from './errors.js';
export type { Followed } from './live/follow-run.js';
export { planHash } from './plan-hash.js';
export type { ScheduleRules } from './schedule/job.js';
export type { KeyedJob } from './schedule/jobs-in.js';
export type { RoundEnd } from './session/step.js';
export { serveWorker, type Worker, type WorkerOptions } from './worker/serve-worker.js';
export { type ServerOptions, type StartedServer, startServer } from './worker/start-server.js';
export { type RunFiles, readWorkspace, type WorkspaceWish } from './workspace/workspace.js';
