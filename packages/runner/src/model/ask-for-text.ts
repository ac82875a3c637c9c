import { isText } from '@loadout/core/model';
import { type AskingRun, askModel, type ModelQuestion } from './ask-model.js';
import { delayAfter, pauseFor } from './pass-over.js';

/** The text of an answer whose calls do not count. `stopReason`: absent if the answer did not come to its end. */
export interface HeardText {
  readonly text: string;
  readonly stopReason: string | undefined;
}

/** Asks for an answer of which only the text counts. An answer that broke off by a failure that passes is requested again, as a turn is. */
export async function askForText(run: AskingRun, asking: Omit<ModelQuestion, 'take' | 'raw'>): Promise<HeardText> {
  const { signal } = asking;
  for (let tries = 1; ; tries += 1) {
    const heard = { text: '', stopReason: undefined as string | undefined, begun: false };
    const take: ModelQuestion['take'] = (event) => {
      if (event.type === 'retry') run.emit(event);
      else heard.begun = true;
      if (event.type === 'block' && isText(event.block)) heard.text += event.block.text;
      else if (event.type === 'end') heard.stopReason = event.stopReason;
    };
    try {
      await askModel(run, { ...asking, take });
      return heard;
    } catch (error) {
      const delayMs = heard.begun && !signal.aborted ? delayAfter({ error, tries }) : undefined;
      if (delayMs === undefined) throw error;
      await pauseFor(run, { delayMs, attempt: tries, reason: (error as Error).message, signal });
    }
  }
}
