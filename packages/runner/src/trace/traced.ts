import { appendFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf } from '@loadout/core';
import { redactor } from '../place/redact.js';
import type { AgentEvent } from '../report/events.js';
import type { OpenSession } from '../session/session.js';
import { makeFolder } from '../session/session-store.js';
import type { AgentSpec } from '../spec/agent-spec.js';
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

/**
 * A file to which lines are added, readable by its owner only. The file is open only during a write, so nobody has to close it.
 */
class TraceFile {
  readonly #file: string;
  readonly #failed: (problem: string) => void;
  #isMade = false;
  #isLost = false;

  /** `failed` is called once, after which nothing is written. */
  constructor(file: string, failed: (problem: string) => void) {
    this.#file = file;
    this.#failed = failed;
  }

  add(line: string): void {
    if (this.#isLost) return;
    try {
      if (!this.#isMade) makeFolder(dirname(this.#file));
      this.#isMade = true;
      appendFileSync(this.#file, `${line}\n`, { mode: 0o600 });
    } catch (error) {
      this.#isLost = true;
      this.#failed(messageOf(error));
    }
  }
}
