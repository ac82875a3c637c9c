import { MESSAGES_API, type Message, type ModelPlan, type ModelRequest } from '@loadout/core/model';
import type { HistoryLoss, PreparedHistory } from '@loadout/models/history';

interface Asked extends Pick<ModelRequest, 'thinking'> {
  readonly plan: ModelPlan;
  readonly api: string;
  readonly knowsReferences: boolean | undefined;
}

interface Sent extends Pick<ModelRequest, 'messages' | 'thinking'> {
  /** A sentence about content that the model does not get as it was made, if there is new such content. */
  readonly notice: string | undefined;
}

/** The conversation of a run as each of its models gets it. A turn looks only at the messages that are new. Source: MODEL-03. */
export class SentHistory {
  #source: readonly Message[] = [];
  readonly #byModel = new Map<string, PreparedHistory>();
  readonly #told = new Map<string, ReportedLosses>();
  readonly #refused = new WeakSet<Message>();
  /** Whether a provider has refused thinking of its own. */
  hasRefused = false;

  async for(messages: readonly Message[], asked: Asked): Promise<Sent> {
    const { PreparedHistory } = await import('@loadout/models/history');
    if (messages !== this.#source) this.#byModel.clear();
    this.#source = messages;
    const { plan, api, knowsReferences } = asked;
    const target = { api, model: plan.id, capabilities: plan.capabilities, knowsReferences };
    const key = `${api}\n${plan.provider}\n${plan.id}`;
    const told = this.#told.get(key) ?? new ReportedLosses(plan.id);
    this.#told.set(key, told);
    const history = this.#byModel.get(key) ?? new PreparedHistory(target, { tell: told.take, refused: this.#refused });
    this.#byModel.set(key, history);
    const sent = history.of(messages);
    // With a budget, the Messages API demands that all answers since the prompt begin with thinking of this model.
    const isOff = history.isLoopForeign && asked.thinking?.type === 'enabled' && target.api === MESSAGES_API;
    return { messages: sent, thinking: isOff ? undefined : asked.thinking, notice: told.news(isOff) };
  }

  /**
   * Treats all answers so far as another model's, after a provider has refused their thinking. Returns false if none of them holds
   * thinking that was sent as it was made.
   */
  refuse(messages: readonly Message[]): boolean {
    const signed = messages.filter((message) => !this.#refused.has(message) && message.content.some(isOpaque));
    for (const message of signed) this.#refused.add(message);
    this.#byModel.clear();
    this.hasRefused ||= signed.length > 0;
    return signed.length > 0;
  }
}

const isOpaque = (block: Message['content'][number]) =>
  ['thinking', 'redacted_thinking', 'reasoning'].includes(block.type) || 'providerState' in block;

/** The losses of one model that were reported to the person. */
class ReportedLosses {
  readonly #model: string;
  readonly #messages = new WeakSet<Message>();
  readonly #kinds = new Set<HistoryLoss>();
  readonly #fresh = new Map<HistoryLoss, number>();
  #isOffTold = false;

  constructor(model: string) {
    this.#model = model;
  }

  /** Notes the losses of a message. Answers of other models are new only after a switch; what users send is told once a kind. */
  readonly take = (message: Message, losses: ReadonlySet<HistoryLoss>): void => {
    if (this.#messages.has(message)) return;
    this.#messages.add(message);
    for (const loss of losses) {
      if (message.role === 'user' && this.#kinds.has(loss)) continue;
      if (message.role === 'user') this.#kinds.add(loss);
      this.#fresh.set(loss, (this.#fresh.get(loss) ?? 0) + 1);
    }
  };

  /** Returns one sentence or two about everything that is new; `undefined` if nothing is. */
  news(isThinkingOff: boolean): string | undefined {
    const isNewlyOff = isThinkingOff && !this.#isOffTold;
    this.#isOffTold = isThinkingOff;
    if (this.#fresh.size === 0 && !isNewlyOff) return undefined;
    const losses = [...this.#fresh].map(([loss, count]) => `${SAID[loss]} (${count} message${count === 1 ? '' : 's'})`);
    this.#fresh.clear();
    const lost = losses.length === 0 ? [] : [`${this.#model} cannot read all of the conversation: ${losses.join(', ')}.`];
    const off = `${this.#model} does not think until the next prompt, because another model began the work on this one.`;
    return [...lost, ...(isNewlyOff ? [off] : [])].join(' ');
  }
}

const SAID: Readonly<Record<HistoryLoss, string>> = {
  'thinking as text': 'thinking became plain text',
  'hidden thinking': 'hidden thinking was left out',
  'work of server tools': "calls of the provider's own tools became text",
  citation: 'citations became text',
  picture: 'pictures were left out',
  document: 'documents were left out',
  'other block': 'blocks of other types became text or were left out',
};
