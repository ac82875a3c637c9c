import { count, oneLine, table } from '@loadout/command';
import { nearest } from '@loadout/core';
import { type CommandHost, configFlags, defineCommand, jsonFlag } from '@loadout/core/commands';
import type { ModelPlan } from '@loadout/core/model';
import type { Plan } from '@loadout/core/run';
import {
  knownModel,
  type ModelFacts,
  modelTable,
  TABLES,
  tableDate,
  tableNamed,
  withFacts,
  withKnownFacts,
} from '@loadout/models';
import { firstModel } from '@loadout/runner';
import { errors } from '../errors.js';

/** One line: a model of the configuration, or of the table. */
interface Row extends ModelFacts {
  readonly name: string;
  readonly model: string;
  /** Where the price comes from. */
  readonly from: string;
}

const definition = {
  name: 'models',
  group: 'look',
  summary: 'Show what is known about the models of a configuration: window, prices, effort.',
  positionals: [],
  flags: [
    ...configFlags,
    { name: 'provider', value: 'NAME', help: 'Show the table of this provider instead, such as openai.' },
    jsonFlag,
  ],
  details: ['No model is called and nothing is fetched. A question mark is an unknown value.'],
  examples: ['--provider openai'],
} as const;

export default defineCommand(definition, async ({ flags }, host) => {
  const date = await tableDate();
  const rows = flags.provider === undefined ? await ofConfiguration(flags, host) : await ofTable(flags.provider);
  if (flags.json) host.json({ date, source: 'models.dev', models: rows });
  else if (rows.length === 0) host.out('The configuration names no models.\n');
  else
    host.out(
      `${table([HEAD, ...rows.map(cellsOf)])}Prices are US dollars for a million tokens. Table of ${date}, from models.dev.\n`,
    );
  return 0;
});

async function ofConfiguration(flags: Parameters<CommandHost['load']>[0], host: CommandHost): Promise<readonly Row[]> {
  const { plan } = await host.load(flags, { loadsNothing: true });
  const named = Object.entries(plan.models);
  const agent = Object.values(plan.agents).find(({ models }) => models.length === 0);
  const usual = agent === undefined ? undefined : firstModel({ plan, agent, env: host.env });
  const rows = await Promise.all(named.map(([name, model]) => rowOf(name, { model, plan })));
  return usual === undefined || Object.hasOwn(plan.models, usual)
    ? rows
    : [...rows, await rowOf('(default)', { model: directModel(usual), plan })];
}

function directModel(name: string): ModelPlan {
  const slash = name.indexOf('/');
  return withKnownFacts({ provider: name.slice(0, slash), id: name.slice(slash + 1) });
}

async function rowOf(name: string, { model, plan }: { readonly model: ModelPlan; readonly plan: Plan }): Promise<Row> {
  const whole = await withFacts(model, plan.providers[model.provider]);
  const from = model.price !== undefined ? 'configuration' : whole.price === undefined ? 'unknown' : sourceOf(model.id);
  const { contextWindow: window, maxOutputTokens: output, price, capabilities } = whole;
  return { name, model: `${model.provider}/${model.id}`, from, window, output, price, capabilities };
}

const sourceOf = (id: string): string => (knownModel(id) === undefined ? 'table' : 'reference');

/** Throws USAGE_FLAG_CHOICE for a provider without a table. */
async function ofTable(provider: string): Promise<readonly Row[]> {
  const choices = Object.keys(TABLES);
  const table = tableNamed(provider);
  if (table === undefined)
    throw errors.USAGE_FLAG_CHOICE({ flag: '--provider', value: provider, nearest: nearest(provider, choices), choices });
  const facts = await modelTable(table);
  return Object.entries(facts).map(([id, one]) => ({ name: id, model: `${provider}/${id}`, from: 'table', ...one }));
}

const HEAD = ['NAME', 'MODEL', 'WINDOW', 'INPUT', 'OUTPUT', 'CACHE READ', 'EFFORT', 'PRICE FROM'] as const;

/** A cached token of Claude costs a tenth. Of other models that is a guess, which only the sum of a run makes (GAP-E4). */
const cellsOf = ({ name, model, window, price, capabilities, from }: Row): readonly string[] => [
  oneLine(name),
  oneLine(model, 60),
  window === undefined ? '?' : count(window),
  dollars(price?.input),
  dollars(price?.output),
  dollars(price?.cacheRead ?? (from === 'reference' && price !== undefined ? price.input * 0.1 : undefined)),
  capabilities?.effort === undefined ? '?' : oneLine(capabilities.effort.join(' ') || '-', 40),
  from,
];

const dollars = (price: number | undefined): string => (price === undefined ? '?' : String(Number(price.toPrecision(6))));
