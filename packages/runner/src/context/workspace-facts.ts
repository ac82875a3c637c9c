import { redactor } from '../secrets/redact.js';
import { gitState } from './git-state.js';
import type { RunContext } from './run-context.js';

type Parts = Pick<RunContext, 'spec' | 'session' | 'parent' | 'env'>;

/**
 * Facts about the working directory, gathered while a session begins. They follow the environment in every request. The session
 * records them, so that the beginning of the prompt stays the same after a resume. Source: LOOP-22, SESS-04.
 */
export class WorkspaceFacts {
  #found: Promise<string | undefined> | undefined;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Begins to gather. Only for a new session in a trusted folder, and for an agent whose tools could act on the facts. */
  gather(): void {
    const { spec, session, parent, env } = this.#parts;
    const hasTools = spec.pool.tools.length > 0 || spec.toolSources.length > 0;
    if (spec.plan.waits === true || session.source !== 'startup' || session.messages.length > 0 || !hasTools) return;
    if (parent === undefined) this.#found = gitState({ cwd: session.cwd, env });
    else if (parent.session.cwd === session.cwd) this.#found = Promise.resolve(parent.session.surroundings);
  }

  /** Waits for the facts. True: they have just arrived for the request. Contract: waits only once, and only a moment. */
  async settle(): Promise<boolean> {
    const text = await this.#found;
    this.#found = undefined;
    if (text === undefined || text === '') return false;
    const { session, spec } = this.#parts;
    session.surround(redactor(spec.secrets)?.(text) ?? text);
    return true;
  }
}
