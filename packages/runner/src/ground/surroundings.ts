import { redactor } from '../place/redact.js';
import { gitState } from './git-state.js';
import type { Ground } from './ground.js';

type Parts = Pick<Ground, 'spec' | 'session' | 'parent' | 'env'>;

/**
 * What is found out about the place while a session begins, and stands behind its environment from the first request on: it
 * is written down, so that the prompt's beginning stays the same when the session is resumed. Source: LOOP-22, SESS-04.
 */
export class Surroundings {
  #found: Promise<string | undefined> | undefined;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Begins to look. Only for a session that begins in a folder that is trusted, and for an agent that could do something about what is there. */
  look(): void {
    const { spec, session, parent, env } = this.#parts;
    const hasTools = spec.pool.tools.length > 0 || spec.toolSources.length > 0;
    if (spec.plan.waits === true || session.source !== 'startup' || session.messages.length > 0 || !hasTools) return;
    if (parent === undefined) this.#found = gitState({ cwd: session.cwd, env });
    else if (parent.session.cwd === session.cwd) this.#found = Promise.resolve(parent.session.surroundings);
  }

  /** True: what the request holds of the place has come now. Contract: waits no longer than a moment, once. */
  async settle(): Promise<boolean> {
    const text = await this.#found;
    this.#found = undefined;
    if (text === undefined || text === '') return false;
    const { session, spec } = this.#parts;
    session.surround(redactor(spec.secrets)?.(text) ?? text);
    return true;
  }
}
