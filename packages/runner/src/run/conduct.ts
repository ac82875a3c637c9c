import { type PermissionRule, ruleText } from '@loadout/core/run';
import type { Ground } from '../ground/ground.js';
import { tellStopFailure } from '../hooks/stop-failure.js';
import type { Rules } from '../permissions/rules.js';
import { errors } from '../report/errors.js';
import type { RunResult } from '../report/events.js';
import type { RecordedRule } from '../session/records.js';
import { type Ending, interrupted } from '../turn/ending.js';
import { settleModel } from '../turn/switch-model.js';
import { withDenials } from './all-denied.js';
import { type Begun, beginRun } from './begin-run.js';
import { type Asked, converse } from './converse.js';
import { attempt, endRun } from './end-run.js';
import { failed, recordedResult } from './run-result.js';
import type { RunState } from './run-state.js';

/** Records the model, the mode and the rules that are in force when a prompt is answered. */
function recordRules({ spec, session, permissions }: Pick<Ground, 'session' | 'spec'> & Pick<Rules, 'permissions'>): void {
  const { id, provider, contextWindow } = spec.model.plan;
  session.recordRules({ model: { id, provider, contextWindow }, mode: permissions.mode }, inOrder(permissions.layers.rules));
}

/** The order in which the pipeline tries rules. */
const EFFECTS = ['deny', 'ask', 'allow'] as const;

const inOrder = (rules: readonly PermissionRule[]): readonly RecordedRule[] =>
  EFFECTS.flatMap((effect) =>
    rules
      .filter(({ behavior }) => behavior === effect)
      .map((rule) => ({ effect, rule: ruleText(rule), ...(rule.position === undefined ? {} : { position: rule.position }) })),
  );

/** Runs an agent from its first hook to its last and returns the result. Never rejects. */
export async function conduct(run: RunState, asked: Asked): Promise<RunResult> {
  const started = run.clock.now();
  const ending = await answer(run, asked, () => {
    recordPrompt(run, asked);
    return beginRun(run, run.session.source);
  });
  return endRun(run, ending, started);
}

/** Handles one prompt of a conversation that continues afterwards. Never rejects. */
export async function exchange(
  run: RunState,
  { begun, ...asked }: Asked & { readonly begun?: Begun | undefined },
): Promise<RunResult> {
  const started = run.clock.now();
  const ending = await answer(run, asked, async () => {
    // A model chosen between two prompts answers the next prompt, and an unreachable model is tried again.
    run.model.comeBack();
    await settleModel(run);
    return begun ?? NOTHING_BEGUN;
  });
  run.skills.end();
  if (ending.outcome === 'error_model') await attempt(run, () => tellStopFailure(run, ending.error));
  const result = recordedResult(run, ending, started);
  run.emit({ type: 'result', result });
  return result;
}

/** Records the prompt before a server is started or a hook is asked, so that a killed process does not lose the prompt. */
function recordPrompt({ session, parent, exchange: { id } }: RunState, { prompt, isVerbatim, by }: Asked): void {
  // A subagent that does not survive its process is started anew, with its prompt.
  if (prompt === undefined || (parent !== undefined && by === undefined)) return;
  const more = { ...(isVerbatim === true ? { isVerbatim } : {}), ...(by === undefined ? {} : { by }) };
  session.record({ t: 'asked', uuid: id, prompt, ...more });
}

const NOTHING_BEGUN: Begun = { contexts: [], messages: [] };

async function answer(run: RunState, asked: Asked, begin: () => Promise<Begun>): Promise<Ending> {
  const cancelTimer = limitTime(run);
  try {
    const begun = await begin();
    recordRules(run);
    const ending = await converse(run, asked, begun);
    return run.session.failure === undefined ? withDenials(run, ending) : failed(run.session.failure);
  } catch (error) {
    if (run.session.failure !== undefined) return failed(run.session.failure);
    return run.signal.aborted ? interrupted(run, '') : failed(error);
  } finally {
    cancelTimer();
  }
}

/** Ends the exchange when the time of its prompt is up. Returns a function that ends the wait. */
function limitTime({ spec, clock, exchange: { controller, counts } }: RunState): () => void {
  const { time } = spec.limits;
  if (time === undefined) return () => {};
  const end = () => controller.abort(errors.LIMIT_REACHED({ limit: 'seconds', value: time }));
  const left = time * 1000 - counts.earlier.ms;
  if (left > 0) return clock.after(left, end);
  end();
  return () => {};
}
