import { type HookInputs, isLoadoutError, messageOf } from '@loadout/core';
import { runHooks } from '@loadout/core/run';
import type { Calling, RunContext } from '../context/run-context.js';
import type { Asking } from '../model/asking.js';
import type { ModelSwitch } from '../model/run-model.js';
import { modelText } from '../prompts/model-texts.js';
import { errors } from '../report/errors.js';
import { costOf } from '../report/usage.js';
import type { Toolbox } from '../skills/toolbox.js';
import type { Incoming } from './incoming.js';

type Run = Pick<RunContext, 'clock' | 'emit' | 'session'> &
  Calling &
  Pick<Asking, 'model'> &
  Pick<Toolbox, 'tools'> &
  Pick<Incoming, 'inbox'>;

/** Applies a chosen model. If the model cannot be used, the run continues with the model before and reports the problem. */
export async function settleModel(run: Run): Promise<void> {
  const switching = new Switching(run);
  try {
    if (!(await run.model.settle(switching.before))) return;
  } catch (error) {
    const message = modelText.modelNotChanged(messageOf(error));
    run.emit({ type: 'notice', message });
    run.inbox.add(message);
    return;
  }
  run.tools.renewRequest();
  await switching.done();
}

/**
 * Switches to the next fallback model that can be used here and that no hook denies. Returns false if there is no such model.
 * Source: LOOP-15, MODEL-02.
 */
export async function fallBack(run: Run): Promise<boolean> {
  while (true) {
    const switching = new Switching(run);
    try {
      if (!(await run.model.fallBack(switching.before))) return false;
    } catch (error) {
      if (!isLoadoutError(error)) throw error;
      run.emit({ type: 'notice', message: error.message });
      continue;
    }
    run.tools.renewRequest();
    await switching.done();
    return true;
  }
}

/** Fires the hooks before and after one switch, and tells the person the cost. Source: MODEL-02. */
class Switching {
  readonly #run: Run;
  #subject: HookInputs['PreModelSwitch'] | undefined;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Throws MODEL_SWITCH_DENIED, also if a hook asks or stops: nobody answers in the middle of a run. */
  readonly before = async (change: ModelSwitch): Promise<void> => {
    const subject = subjectOf(this.#run, change);
    const { verdict, stop } = await runHooks('PreModelSwitch', subject, this.#run.calls());
    const isFree = stop === undefined && (verdict === undefined || verdict.behavior === 'allow');
    if (!isFree) {
      const { by = 'PreModelSwitch', reason = '' } = verdict ?? {};
      throw errors.MODEL_SWITCH_DENIED({ from: change.from.id, to: change.to.id, hook: by, reason: stop ?? reason });
    }
    this.#subject = subject;
  };

  async done(): Promise<void> {
    const subject = this.#subject;
    if (subject === undefined) return;
    const { calls, emit } = this.#run;
    if (subject.prompt_cache_warm)
      emit({
        type: 'notice',
        message: `The prompt cache of ${subject.from_model} is lost: ${subject.to_model} reads ${subject.context_tokens} tokens anew.`,
      });
    const { contexts, messages } = await runHooks('PostModelSwitch', subject, calls());
    calls().background?.say([...contexts, ...messages]);
  }
}

const CACHE_MS = { '5m': 5 * 60_000, '1h': 60 * 60_000 };

function subjectOf(run: Run, { from, to, requested, source }: ModelSwitch): HookInputs['PreModelSwitch'] {
  const { contextTokens } = run.session;
  const { answeredAt } = run.model;
  const ttl = from.promptCache === '1h' ? '1h' : '5m';
  const isFresh = answeredAt !== undefined && run.clock.now() - answeredAt < CACHE_MS[ttl];
  const written = { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: contextTokens };
  return {
    from_model: from.id,
    to_model: to.id,
    requested_model: requested,
    source,
    context_tokens: contextTokens,
    prompt_cache_warm: from.promptCache !== 'off' && contextTokens > 0 && isFresh,
    cache_ttl: ttl,
    estimated_cache_write_usd: costOf(written, to.price),
  };
}
