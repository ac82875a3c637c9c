import { join } from 'node:path';
import type { AgentSpec } from '../agent/agent-spec.js';
import { redactor } from '../place/redact.js';
import type { AgentEvent } from '../report/events.js';
import type { OpenSession } from '../session/session.js';
import { TraceFile } from './trace-file.js';
import { isPiece, traceLine } from './trace-line.js';

/**
 * Passes events on and adds each to the trace of the session, if one is configured. A failure to write is reported once and stops
 * nothing. Source: TRACE-01.
 */
export function traced(
  { trace, secrets }: Pick<AgentSpec, 'trace' | 'secrets'>,
  session: Pick<OpenSession, 'id' | 'header'>,
  emit: (event: AgentEvent) => void,
): (event: AgentEvent) => void {
  if (trace === undefined) return emit;
  const path = join(trace === true ? session.header.artifactDir : join(trace, session.id), 'trace.jsonl');
  const redact = redactor(secrets);
  let problem: string | undefined;
  const file = new TraceFile(path, (why) => {
    problem = why;
  });
  const tell = () => {
    if (problem !== undefined)
      emit({ type: 'notice', message: `The trace ${path} ends here: it cannot be written (${problem}).` });
    problem = undefined;
  };
  return (event) => {
    if (!isPiece(event)) file.add(traceLine(event, { time: new Date().toISOString(), redact }));
    const isLast = event.type === 'result';
    // Readers expect `init` as the first event and `result` as the last.
    if (isLast) tell();
    emit(event);
    if (!isLast) tell();
  };
}
