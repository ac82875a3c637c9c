import { newExchange } from '../ground/exchange.js';
import { errors } from '../report/errors.js';
import { inSession } from '../session/open-session.js';
import type { StartSubagent } from '../subagents/parent-run.js';
import { conduct } from './conduct.js';
import { earlierWork } from './earlier-work.js';
import { setUpRun } from './run-setup.js';

/** Starts a subagent: the same loop, within the limits of the agent that starts it. */
export const startUnder: StartSubagent = (spec, { session, prompt, by, signal, emit, under }) => {
  const { promptId } = under.parent.exchange;
  const exchange = newExchange({ promptId, earlier: inSession(session, () => earlierWork(session, { prompt, spec })) });
  const { controller } = exchange;
  const interrupt = () => controller.abort(signal.reason);
  signal.addEventListener('abort', interrupt, { once: true });
  if (signal.aborted) interrupt();
  const state = setUpRun({ spec, session, lifetime: controller.signal, exchange, emit, under, startUnder });
  if (under.skill !== undefined) state.skills.hold(under.skill);
  let isOpen = true;
  const result = conduct(state, { prompt, by }).finally(() => {
    isOpen = false;
    signal.removeEventListener('abort', interrupt);
  });
  return {
    result,
    send: (text) => {
      if (isOpen) state.inbox.add(text);
      return isOpen;
    },
    interrupt: () => controller.abort(errors.RUN_INTERRUPTED({})),
  };
};
