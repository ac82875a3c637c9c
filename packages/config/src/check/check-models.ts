import { isObject, type LoadoutError, nearest } from '@loadout/core';
import {
  afterInstall,
  catalogueOf,
  knownProvider,
  knownProviders,
  modelFacts,
  nearestModel,
  reservedFields,
  serverToolEntries,
} from '@loadout/models';
import { implicitProviders } from '../compile/providers.js';
import { dotted, type Path } from '../document/node.js';
import { errors } from '../errors.js';
import { isOwnPackage } from '../packages/own-packages.js';
import { type CheckContext, ownersOf, tell, warn } from './check-context.js';

/** Reports models of unknown providers, agents that name unknown models, and fields of `extra` that are never sent. */
export async function checkModels(given: CheckContext): Promise<void> {
  const { document, env } = given;
  const providers = Object.keys({ ...implicitProviders, ...document.providers });
  const named: NamedModel[] = [];
  const context = { ...given, providers, named };
  for (const [alias, { provider, id, extra }] of Object.entries(document.models ?? {})) {
    if (typeof provider === 'string') checkProvider(provider, ['models', alias, 'provider'], context);
    // An incomplete model has been reported, and is still declared.
    if (typeof provider === 'string' && typeof id === 'string') named.push({ provider, id, path: ['models', alias, 'id'] });
    checkExtra(extra, ['models', alias, 'extra'], context);
  }
  const owners = ownersOf(document).map(({ path, owner }) => ({ path: [...path, 'model'], model: owner.model }));
  const needsDefault =
    document.defaults?.model === undefined && Object.values(document.agents ?? {}).some((agent) => agent.model === undefined);
  if (needsDefault && env.LOADOUT_MODEL) await checkModel(env.LOADOUT_MODEL, ['env', 'LOADOUT_MODEL'], context);
  for (const { path, model } of [{ path: ['smallModel'], model: document.smallModel }, ...owners]) {
    if (typeof model === 'string') await checkModel(model, path, context);
    else for (const [index, one] of (model ?? []).entries()) await checkModel(one, [...path, index], context);
  }
  for (const one of named.slice(0, MOST_COMPARED)) await warnOfNearModel(one, context);
}

/** The number of models that are compared with a table of hundreds. A repository may name thousands, which would take many seconds. */
const MOST_COMPARED = 200;

/** A model of a provider, as it is written at a path. */
interface NamedModel {
  readonly provider: string;
  readonly id: string;
  readonly path: Path;
}

type Context = CheckContext & { readonly providers: readonly string[]; readonly named: NamedModel[] };

function mountOf(provider: string, { document }: CheckContext) {
  const entry: unknown = { ...implicitProviders, ...document.providers }[provider];
  if (typeof entry === 'string') return { use: entry };
  return isObject(entry) && typeof entry.use === 'string' ? { ...entry, use: entry.use } : undefined;
}

/** Returns the model of a provider that a name without its provider means, such as `anthropic/claude-opus-4-8`. */
async function modelMeant(name: string, provider: string, context: Context): Promise<string | undefined> {
  const mount = mountOf(provider, context);
  const table = catalogueOf(provider, mount);
  const isKnown = table !== undefined && (await modelFacts(table, name)) !== undefined;
  const id = isKnown ? name : await nearestModel(provider, mount, name);
  return id === undefined ? undefined : `${provider}/${id}`;
}

/** Warns about a model that the table of its provider does not hold, but nearly does. It may be newer than the table. */
async function warnOfNearModel({ provider, id, path }: NamedModel, context: Context): Promise<void> {
  const near = await nearestModel(provider, mountOf(provider, context), id);
  if (near === undefined) return;
  const problem = errors.CONFIG_MODEL_NEAR({ provider, id, near });
  if (path[0] === 'env') context.report.warn(problem, { path });
  else warn(problem, path, context);
}

/** Reports a problem with a name. The name of LOADOUT_MODEL has no place in a file. */
function tellName(problem: LoadoutError, path: Path, context: Context): void {
  if (path[0] === 'env') context.report.error(problem, { path });
  else tell(problem, path, context);
}

function checkProvider(name: string, path: Path, context: Context): void {
  const { providers } = context;
  if (providers.includes(name)) return;
  const known = knownProvider(name);
  if (known !== undefined) {
    const fix = `npm install ${known.use}, with -g if Loadout is installed with -g. ${afterInstall(name, known)}`;
    const missing = errors.CONFIG_PLUGIN_MISSING({ what: `The provider ${name}`, use: known.use, fix });
    if (!isOwnPackage(known.use)) tellName(missing, path, context);
    return;
  }
  const near = nearest(name, [...providers, ...knownProviders]);
  const fix =
    near === undefined ? `Add to providers: ${name}: <package>` : `Write ${near}, or add to providers: ${name}: <package>`;
  tellName(errors.CONFIG_REFERENCE({ kind: 'provider', name, nearest: near, known: providers, fix }), path, context);
}

async function checkModel(name: string, path: Path, context: Context): Promise<void> {
  const aliases = Object.keys(context.document.models ?? {});
  if (aliases.includes(name)) return;
  const slash = name.indexOf('/');
  if (slash > 0 && slash < name.length - 1) {
    const [provider, id] = [name.slice(0, slash), name.slice(slash + 1)];
    checkProvider(provider, path, context);
    context.named.push({ provider, id, path });
    return;
  }
  const near = nearest(name, aliases);
  const provider = context.providers[0] ?? '<provider>';
  const add = `add to models: ${name}: { provider: ${provider}, id: <model id> }`;
  const meant = near ?? (await modelMeant(name, provider, context));
  const fix =
    meant === undefined ? `${add.replace('add', 'Add')}, or write ${provider}/<model id>.` : `Write ${meant}, or ${add}`;
  tellName(errors.CONFIG_REFERENCE({ kind: 'model', name, nearest: near, known: aliases, fix }), path, context);
}

/** Reports fields of `extra` that Loadout sets itself, and functions among the tools of the provider. */
function checkExtra(extra: Readonly<Record<string, unknown>> | undefined, base: Path, context: CheckContext): void {
  if (!isObject(extra)) return;
  const refuse = (inside: Path, instead: string) => {
    const path = [...base, ...inside];
    tell(errors.CONFIG_EXTRA_FIELD({ path: dotted(path), instead }), path, context);
  };
  for (const { path, instead } of reservedFields(extra)) refuse(path, instead);
  const sent = new Set(serverToolEntries(extra));
  const listed: readonly unknown[] = Array.isArray(extra.tools) ? extra.tools : [];
  for (const [index, tool] of listed.entries()) if (!sent.has(tool)) refuse(['tools', index], 'a plugin with the tool');
}
