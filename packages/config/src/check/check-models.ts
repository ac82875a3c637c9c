import { nearest } from '@loadout/core';
import { afterInstall, type KnownProvider, knownProvider } from '@loadout/models';
import { implicitProviders } from '../compile/providers.js';
import { placeOf } from '../document/flatten.js';
import { dotted, type Path } from '../document/node.js';
import { errors } from '../errors.js';
import { isOwnPackage } from '../packages/own-packages.js';
import type { CheckContext } from './check-context.js';

/** Reports models of unknown providers, and agents that name unknown models. */
export function checkModels(context: CheckContext): void {
  const { document } = context;
  const providers = Object.keys({ ...implicitProviders, ...document.providers });
  for (const [alias, model] of Object.entries(document.models ?? {}))
    if (typeof model.provider === 'string')
      checkProvider(model.provider, ['models', alias, 'provider'], { ...context, providers });
  const named: [Path, string | string[] | undefined][] = [
    [['smallModel'], document.smallModel],
    [['defaults', 'model'], document.defaults?.model],
    ...Object.entries(document.agents ?? {}).map(([name, agent]): [Path, typeof agent.model] => [
      ['agents', name, 'model'],
      agent.model,
    ]),
  ];
  const needsDefault =
    document.defaults?.model === undefined && Object.values(document.agents ?? {}).some((agent) => agent.model === undefined);
  if (needsDefault && context.env.LOADOUT_MODEL)
    checkModel(context.env.LOADOUT_MODEL, ['env', 'LOADOUT_MODEL'], { ...context, providers });
  for (const [path, model] of named) {
    if (typeof model === 'string') checkModel(model, path, { ...context, providers });
    else for (const [index, one] of (model ?? []).entries()) checkModel(one, [...path, index], { ...context, providers });
  }
}

type Context = CheckContext & { providers: readonly string[] };

function checkProvider(name: string, path: Path, context: Context): void {
  const { providers, report, flat } = context;
  if (providers.includes(name) || context.failed.has(dotted(path))) return;
  const known = knownProvider(name);
  if (known !== undefined) {
    if (!isOwnPackage(known.use)) reportMissing(name, known, { path, context });
    return;
  }
  const near = nearest(name, providers);
  const fix =
    near === undefined ? `Add to providers: ${name}: <package>` : `Write ${near}, or add to providers: ${name}: <package>`;
  report.error(errors.CONFIG_REFERENCE({ kind: 'provider', name, nearest: near, known: providers, fix }), {
    path,
    place: path[0] === 'env' ? undefined : placeOf(flat, path),
  });
}

function reportMissing(
  name: string,
  known: KnownProvider,
  { path, context }: { readonly path: Path; readonly context: Context },
) {
  const problem = errors.CONFIG_PLUGIN_MISSING({
    what: `The provider ${name}`,
    use: known.use,
    fix: `npm install ${known.use}, with -g if Loadout is installed with -g. ${afterInstall(name, known)}`,
  });
  context.report.error(problem, { path, place: path[0] === 'env' ? undefined : placeOf(context.flat, path) });
}

function checkModel(name: string, path: Path, context: Context): void {
  const { providers, report, flat } = context;
  const aliases = Object.keys(context.document.models ?? {});
  if (aliases.includes(name) || context.failed.has(dotted(path))) return;
  const slash = name.indexOf('/');
  if (slash > 0 && slash < name.length - 1) {
    checkProvider(name.slice(0, slash), path, context);
    return;
  }
  const near = nearest(name, aliases);
  const provider = providers[0] ?? '<provider>';
  const add = `add to models: ${name}: { provider: ${provider}, id: <model id> }`;
  const fix = near === undefined ? `${add.replace('add', 'Add')}, or write ${provider}/<model id>.` : `Write ${near}, or ${add}`;
  report.error(errors.CONFIG_REFERENCE({ kind: 'model', name, nearest: near, known: aliases, fix }), {
    path,
    place: path[0] === 'env' ? undefined : placeOf(flat, path),
  });
}
