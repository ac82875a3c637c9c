import type { CompileInput } from '../compile/compile-context.js';
import { dotted, type Path } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { findPackage } from '../packages/find-package.js';
import { tell } from './check-context.js';

interface Context extends Pick<CompileInput, 'document' | 'flat' | 'settings'> {
  readonly report: Report;
  /** The folders from which packages of Loadout are found. A run looks in no project for these packages. */
  readonly packageRoots: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Reports the keys that a package of Loadout answers, where the package is not installed: no key vanishes with its package. */
export function checkKeyPackages({ document, flat, settings, report, packageRoots, env }: Context): void {
  const need = (use: string, { path, at }: { readonly path: Path; readonly at: Context['flat'] }) => {
    if (packageRoots.some((folder) => findPackage(use, folder) !== undefined)) return;
    tell(errors.CONFIG_PLUGIN_MISSING({ what: dotted(path), use }), path, { flat: at, report, at: 'key' });
  };
  // Budgets of the settings add to those of the project, and all other keys are merged.
  for (const layer of [{ document, flat }, ...settings])
    if (Object.keys(layer.document.budgets ?? {}).length > 0) need('@loadout/budgets', { path: ['budgets'], at: layer.flat });
  const { otel = false } = document.telemetry ?? {};
  if (otel !== false) report.addVariable('OTEL_SDK_DISABLED');
  if (otel !== false && env.OTEL_SDK_DISABLED !== 'true') need('@loadout/otel', { path: ['telemetry', 'otel'], at: flat });
  if (document.sessions?.checkpoints === true) need('@loadout/checkpoints', { path: ['sessions', 'checkpoints'], at: flat });
}
