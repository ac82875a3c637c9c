import { isText, type ModelEvent } from '@loadout/core/model';
import { type AskingRun, askModel, type ModelQuestion } from './ask-model.js';
import { delayAfter, pauseFor } from './pass-over.js';

/** The text of an answer whose calls do not count. */
export class HeardText {
  readonly #emit: AskingRun['emit'];
  readonly #texts: string[] = [];
  /** Whether a part of the answer had arrived. */
  begun = false;
  /** `undefined`: the answer did not come to its end. */
  stopReason: string | undefined;

  constructor({ emit }: Pick<AskingRun, 'emit'>) {
    this.#emit = emit;
  }

  get text(): string {
    return this.#texts.join('');
  }

  /** Takes an event of the answer. A function of its own, so that a request can hand it on. */
  readonly take = (event: ModelEvent): void => {
    if (event.type === 'retry') this.#emit(event);
    else this.begun = true;
    if (event.type === 'block' && isText(event.block)) this.#texts.push(event.block.text);
    else if (event.type === 'end') this.stopReason = event.stopReason;
  };
}

/** Asks for an answer of which only the text counts. An answer that broke off by a failure that passes is requested again, as a turn is. */
export async function askForText(run: AskingRun, asking: Omit<ModelQuestion, 'take' | 'raw'>): Promise<HeardText> {
  const { signal } = asking;
  for (let tries = 1; ; tries += 1) {
    const heard = new HeardText(run);
    try {
      await askModel(run, { ...asking, take: heard.take });
      return heard;
    } catch (error) {
      const delayMs = heard.begun && !signal.aborted ? delayAfter({ error, tries }) : undefined;
      if (delayMs === undefined) throw error;
      await pauseFor(run, { delayMs, attempt: tries, reason: (error as Error).message, signal });
    }
  }
}
