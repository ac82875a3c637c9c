/** US dollars with as many digits as tell two costs of requests apart. */
const dollars = (usd: number): string => String(Number(usd.toPrecision(3)));

type Limited = {
  readonly limit: string;
  readonly value: number;
  /** The cost so far, and that of the refused request, for a limit in US dollars. */
  readonly spent?: number | undefined;
  readonly next?: number | undefined;
  readonly model?: string | undefined;
};

/** The errors about money and other limits of a run. */
export const moneyErrors = {
  LIMIT_REACHED: {
    message: ({ limit, value, spent, next, model }: Limited) =>
      next === undefined || spent === undefined
        ? `The limit of ${value} ${limit} is used up.${spent === undefined ? '' : ` ${dollars(spent)} is spent.`}`
        : `The limit of ${value} ${limit} does not suffice for another request: ${dollars(spent)} is spent, and a request to ${model} with a short answer could cost ${dollars(next)}.`,
    fix: ({ limit }: Limited) =>
      limit === 'US dollars'
        ? 'Raise limits.usd in the agent and resume the session, which counts what it has spent before. Or use a cheaper model.'
        : 'Raise the limit under limits in the agent, or resume the session to continue.',
    values: ({ limit, value }: Limited) => ({ limit, value }),
  },
  LIMIT_UNPRICED: {
    message: (p: { model: string }) => `The agent has a limit in US dollars, but the price of the model "${p.model}" is unknown.`,
    fix: (p: { model: string }) =>
      `Add price: { input, output }, in dollars per million tokens, to the model "${p.model}" under models.`,
    values: () => ({ limit: 'US dollars' }),
  },
  LIMIT_UNKNOWN: {
    message: (p: { usd: number }) =>
      `The limit of ${p.usd} US dollars cannot be enforced: the provider did not report the usage of an answer, so the cost of the run is unknown.`,
    fix: () => 'Use a provider that reports usage, or limit the run by turns, toolCalls or time instead of usd.',
    values: (p: { usd: number }) => ({ limit: 'US dollars', value: p.usd }),
  },
  BUDGET_UNPRICED: {
    message: (p: { name: string; model: string }) =>
      `The budget "${p.name}" covers the model "${p.model}", whose price is unknown.`,
    fix: (p: { model: string }) =>
      `Add price: { input, output }, in dollars per million tokens, to the model "${p.model}" under models.`,
  },
};
