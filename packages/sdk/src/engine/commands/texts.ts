import type { Conversation, RunResult } from '@loadout/runner';

type Usage = ReturnType<Conversation['contextUsage']>;

/** The answer to `/context`: how the next request fills the window. */
export function contextText({ model, window = 200_000, system, tools, messages, total }: Usage): string {
  const part = (tokens: number) => `${((tokens / window) * 100).toFixed(1)}%`;
  const inTools = tools.reduce((sum, tool) => sum + tool.tokens, 0);
  const rows: readonly (readonly [string, number])[] = [
    ['System prompt', system],
    ['Tools', inTools],
    ['Messages', messages],
    ['Free space', Math.max(0, window - total)],
  ];
  return [
    '## Context Usage',
    '',
    `**Model:** ${model}  `,
    `**Tokens:** ${short(total)} / ${short(window)} (${Math.round((total / window) * 100)}%)`,
    '',
    '### Estimated usage by category',
    '',
    '| Category | Tokens | Percentage |',
    '|----------|--------|------------|',
    ...rows.map(([name, tokens]) => `| ${name} | ${short(tokens)} | ${part(tokens)} |`),
  ].join('\n');
}

const short = (tokens: number): string => (tokens < 1000 ? String(tokens) : `${(tokens / 1000).toFixed(1)}k`);

/** The answer to `/usage`: the cost of the session up to its last result. */
export function costText(result: RunResult | undefined): string {
  const seconds = (ms = 0) => `${Math.round(ms / 1000)}s`;
  const models = Object.entries(result?.models ?? {}).map(([name, { usage, costUsd }]) => {
    const cached = `${usage.cache_read_input_tokens ?? 0} cache read, ${usage.cache_creation_input_tokens ?? 0} cache write`;
    return `   ${name}:  ${usage.input_tokens} input, ${usage.output_tokens} output, ${cached} (${dollars(costUsd)})`;
  });
  return [
    `Estimated cost:        ${dollars(result?.costUsd ?? (result === undefined ? 0 : null))}`,
    `Total duration (API):  ${seconds(result?.modelMs)}`,
    `Total duration (wall): ${seconds(result?.durationMs)}`,
    ...(models.length === 0 ? [] : ['Usage by model:', ...models]),
  ].join('\n');
}

const dollars = (usd: number | null): string => (usd === null ? 'unknown' : `$${usd.toFixed(4)}`);
