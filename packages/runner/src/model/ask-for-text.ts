import { type Asker, type Asking, askModel } from './ask-model.js';
import { HeardText } from './heard-text.js';
import { delayAfter, pauseFor } from './pass-over.js';

/** Asks for an answer of which only the text counts. An answer that broke off by a failure that passes is requested again, as a turn is. */
export async function askForText(run: Asker, asking: Omit<Asking, 'take' | 'raw'>): Promise<HeardText> {
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
