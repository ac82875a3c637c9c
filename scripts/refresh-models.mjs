/**
 * Writes the table of models (packages/models/src/data) from a catalogue: the api.json of models.dev, or a folder with the
 * tables of the npm package @earendil-works/pi-ai, which are made from it. Only what Loadout reads is kept.
 *
 *     node scripts/refresh-models.mjs https://models.dev/api.json
 *     node scripts/refresh-models.mjs api.json --date 2026-11-20
 *     node scripts/refresh-models.mjs node_modules/@earendil-works/pi-ai/dist/providers/data --date 2026-11-10
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMain, ROOT } from './lib/workspace.mjs';

const DATA = join(ROOT, 'packages/models/src/data');
/** The tables that are kept, by the name of the provider. */
const PROVIDERS = ['anthropic', 'amazon-bedrock', 'cerebras', 'deepseek', 'fireworks', 'google', 'groq', 'mistral', 'moonshotai'];
PROVIDERS.push('openai', 'openrouter', 'together', 'xai', 'zai');
/** The makers whose models are kept of a market place. */
const MAKERS = /^(anthropic|deepseek|google|meta-llama|minimax|mistralai|moonshotai|openai|qwen|x-ai|z-ai)\//;

const isAbove0 = (value) => typeof value === 'number' && value > 0;
const defined = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
const some = (fields) => (Object.keys(fields).length === 0 ? undefined : fields);
const almost = (a, b) => Math.abs(a - b) < 1e-9;

/** A price, without the cache prices that follow from the price of input. Absent if the catalogue knows none. */
function priceOf({ input, output, cacheRead, cacheWrite, long }, id) {
  if (!(isAbove0(input) && isAbove0(output)) && !(input === 0 && output === 0 && id.endsWith(':free'))) return undefined;
  return defined({
    input,
    output,
    cacheRead: isAbove0(cacheRead) && !almost(cacheRead, input * 0.1) ? cacheRead : undefined,
    cacheWrite: isAbove0(cacheWrite) && !almost(cacheWrite, input * 1.25) ? cacheWrite : undefined,
    long: long === undefined || !isAbove0(long.input) ? undefined : long,
  });
}

/** One model of models.dev. */
function fromModelsDev(model, id) {
  if (model.tool_call !== true || model.status === 'deprecated' || !model.modalities?.output?.includes('text')) return undefined;
  const { cost = {}, limit = {}, modalities } = model;
  const effort = model.reasoning_options?.find(({ type }) => type === 'effort')?.values;
  return {
    window: limit.context,
    output: limit.output,
    price: priceOf({ ...cost, cacheRead: cost.cache_read, cacheWrite: cost.cache_write }, id),
    capabilities: {
      images: modalities.input.includes('image'),
      documents: modalities.input.includes('pdf'),
      effort: model.reasoning === false ? [] : effort,
      thinking: model.reasoning === false ? [] : undefined,
      temperature: model.temperature,
      strictSchemas: model.structured_output,
    },
  };
}

/** One model of pi-ai. A cache price of 0 is an unknown one. */
function fromPi(model, id) {
  if (model.type !== 'chat') return undefined;
  const { cost, compat = {}, reasoning, thinkingLevelMap: levels } = model;
  const [tier] = cost.tiers ?? [];
  const long = tier === undefined ? undefined : { over: tier.inputTokensAbove, input: tier.input, output: tier.output };
  const isClaude = /claude-/.test(id);
  const values = levels === undefined ? undefined : [...new Set(Object.values(levels).filter((one) => one !== null))];
  const effort = isClaude ? effortOfClaude(model) : values;
  return {
    window: model.contextWindow,
    output: model.maxTokens,
    price: priceOf({ ...cost, long }, id),
    capabilities: {
      images: model.input.includes('image'),
      effort: reasoning ? effort : [],
      thinking: reasoning ? thinkingOfClaude(model, { isClaude, levels }) : [],
      temperature: compat.supportsTemperature === false ? false : undefined,
      strictSchemas: compat.supportsStrictMode === true || compat.supportsStrictTools === true ? true : undefined,
    },
  };
}

/** The map of a model of Claude names only what it has beside the usual values. */
function effortOfClaude({ id, compat = {}, thinkingLevelMap: levels = {} }) {
  if (compat.forceAdaptiveThinking !== true) return /opus-4[-.]5/.test(id) ? ['low', 'medium', 'high'] : [];
  return ['low', 'medium', 'high', ...['xhigh', 'max'].filter((level) => typeof levels[level] === 'string')];
}

function thinkingOfClaude({ id, compat = {} }, { isClaude, levels }) {
  if (!isClaude) return undefined;
  // The models of this version take a budget too.
  if (/-4[-.]6/.test(id)) return ['adaptive', 'enabled', 'disabled'];
  if (compat.forceAdaptiveThinking !== true) return ['enabled', 'disabled'];
  return levels?.off === null ? ['adaptive'] : ['adaptive', 'disabled'];
}

/** Reads a catalogue as tables of models by provider. */
async function readCatalogue(from) {
  if (/^https:/.test(from)) return tablesOf(await (await fetch(from)).json());
  if (!statSync(from).isDirectory()) return tablesOf(JSON.parse(readFileSync(from, 'utf8')));
  const files = readdirSync(from).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => {
      const byApi = JSON.parse(readFileSync(join(from, name), 'utf8'));
      const models = Object.values(byApi).flatMap((models) => Object.values(models));
      return [name.replace('.json', ''), models.map((model) => [model.id, fromPi(model, model.id)])];
    }),
  );
}

const tablesOf = (catalogue) =>
  Object.fromEntries(
    Object.entries(catalogue).map(([name, { models }]) => [
      name,
      Object.entries(models).map(([id, model]) => [id, fromModelsDev(model, id)]),
    ]),
  );

/** The text of one table: a line for each model, in the order of the names. */
export function tableText(provider, models) {
  const lines = models
    .filter(([id, facts]) => facts !== undefined && (provider !== 'openrouter' || MAKERS.test(id)))
    // A model of a region is the model without it.
    .map(([id, facts]) => [provider === 'amazon-bedrock' ? id.replace(/^(us|eu|apac|au|jp|ca|global)\./, '') : id, facts])
    .filter(([id], index, all) => all.findIndex(([other]) => other === id) === index)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { capabilities, ...facts }]) => {
      const kept = defined({ ...facts, capabilities: some(defined(capabilities)) });
      return `  ${JSON.stringify(id)}: ${JSON.stringify(kept)}`;
    });
  return `{\n${lines.join(',\n')}\n}\n`;
}

export async function refresh(from, { date, folder = DATA } = {}) {
  const tables = await readCatalogue(from);
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  mkdirSync(folder, { recursive: true });
  for (const name of PROVIDERS) {
    if (tables[name] === undefined) throw new Error(`The catalogue ${from} has no table of ${name}.`);
    writeFileSync(join(folder, `${name}.json`), tableText(name, tables[name]));
  }
  const about = { date: date ?? new Date().toISOString().slice(0, 10), source: 'models.dev', licence: 'MIT' };
  writeFileSync(join(folder, 'about.json'), `${JSON.stringify(about)}\n`);
}

if (isMain(import.meta.url)) {
  const [from, , date] = process.argv.slice(2);
  if (from === undefined) throw new Error('Say where the catalogue is: a file, a folder or an https address.');
  await refresh(from, { date });
}
