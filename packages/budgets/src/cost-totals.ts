import { costOfRequest, isUnderWay, type LedgerRequest } from './ledger-requests.js';

export const FACETS = ['day', 'agent', 'model', 'session', 'user', 'config'] as const;

/** The property by which requests are added up. */
export type Facet = (typeof FACETS)[number];

/** The requests with one value of a facet. */
export interface CostLine {
  readonly key: string;
  requests: number;
  inputTokens: number;
  outputTokens: number;
  /** The sum of the known costs, in US dollars. */
  usd: number;
  /** The number of requests whose cost is unknown. */
  unknown: number;
  /** The number of requests whose process was killed, which count as the most that they could have cost. */
  unsettled: number;
}

export interface CostResult {
  readonly lines: readonly CostLine[];
  readonly total: CostLine;
  /** Models, as `provider/id`, of requests whose cost is unknown. */
  readonly unknownModels: readonly string[];
  /** Requests whose answer has not ended yet. They count nowhere else. */
  readonly underWay: number;
}

/** Adds up the requests of the ledger by one facet. */
export class CostTotals {
  readonly #by: Facet;
  readonly #now: number;
  readonly #lines = new Map<string, CostLine>();
  readonly #total = lineOf('total');
  readonly #unknownModels = new Set<string>();
  #underWay = 0;

  constructor(by: Facet, now: number) {
    this.#by = by;
    this.#now = now;
  }

  get isEmpty(): boolean {
    return this.#total.requests === 0 && this.#underWay === 0;
  }

  add(request: LedgerRequest): void {
    if (request.end === undefined && isUnderWay(request, this.#now)) {
      this.#underWay += 1;
      return;
    }
    const key = keyOf(request, this.#by);
    const line = this.#lines.get(key) ?? lineOf(key);
    this.#lines.set(key, line);
    if (costOfRequest(request) === null) this.#unknownModels.add(modelOf(request));
    for (const one of [line, this.#total]) addTo(one, request);
  }

  /** Returns the lines: days in their order, anything else with the highest cost first. */
  result(): CostResult {
    const lines = [...this.#lines.values()];
    if (this.#by === 'day') lines.sort((a, b) => (a.key < b.key ? -1 : 1));
    else lines.sort((a, b) => b.usd - a.usd || b.requests - a.requests);
    return { lines, total: this.#total, unknownModels: [...this.#unknownModels], underWay: this.#underWay };
  }
}

const lineOf = (key: string): CostLine => ({
  key,
  requests: 0,
  inputTokens: 0,
  outputTokens: 0,
  usd: 0,
  unknown: 0,
  unsettled: 0,
});

const modelOf = ({ provider, model }: LedgerRequest): string => `${provider}/${model}`;

function keyOf(request: LedgerRequest, by: Facet): string {
  switch (by) {
    case 'day':
      return request.at.slice(0, 10);
    case 'agent':
      return request.agents.at(-1) ?? '';
    case 'model':
      return modelOf(request);
    case 'session':
      return request.session;
    case 'user':
      return request.user;
    case 'config':
      return request.config;
  }
}

function addTo(line: CostLine, request: LedgerRequest): void {
  const cost = costOfRequest(request);
  const usage = request.end?.usage;
  line.requests += 1;
  line.inputTokens +=
    (usage?.input_tokens ?? 0) + (usage?.cache_creation_input_tokens ?? 0) + (usage?.cache_read_input_tokens ?? 0);
  line.outputTokens += usage?.output_tokens ?? 0;
  line.usd += cost ?? 0;
  if (cost === null) line.unknown += 1;
  if (request.end === undefined) line.unsettled += 1;
}
