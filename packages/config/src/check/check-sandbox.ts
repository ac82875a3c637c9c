import { type CompileInput, positionOf } from '../compile/compile-context.js';
import { type SandboxLayer, sandboxLayers } from '../compile/compile-sandbox.js';
import { dotted, type Path, positionText } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { tell } from './check-context.js';

type Context = Pick<CompileInput, 'document' | 'flat' | 'settings'> & { readonly report: Report };

/** Reports each layer that loosens the sandbox which the user's or the administrator's settings require. */
export function checkSandbox(context: Context): void {
  const agents = Object.keys(context.document.agents ?? {});
  for (const agent of [undefined, ...agents]) {
    const layers = sandboxLayers(agent, context);
    for (const [index, layer] of layers.entries()) {
      const above = layers.slice(0, index).filter((one) => isSettings(one, context));
      for (const higher of above) compare(layer, higher, context.report);
      checkAutoAllow(layer, layers.slice(0, index + 1), context.report);
    }
  }
}

const isSettings = (layer: SandboxLayer, { settings }: Context) =>
  settings.some((one) => one.flat === layer.flat) && (layer.details.use ?? 'bubblewrap') !== 'off';

function compare(layer: SandboxLayer, higher: SandboxLayer, report: Report): void {
  const { details } = layer;
  if (details.use === 'off') refuse({ layer, higher, at: ['use'], found: 'off', wanted: 'a sandbox' }, report);
  if (details.required === false && higher.details.required !== false)
    refuse({ layer, higher, at: ['required'], found: 'false', wanted: 'true' }, report);
  for (const { at, of } of SWITCHES)
    if (of(details) === true && of(higher.details) === false)
      refuse({ layer, higher, at, found: 'true', wanted: 'false' }, report);
  for (const { at, of, isEmptyWithoutWord } of OPENING) {
    const ceiling = of(higher.details) ?? (isEmptyWithoutWord ? [] : undefined);
    const beyond = ceiling === undefined ? undefined : of(details)?.find((entry) => !ceiling.includes(entry));
    if (ceiling === undefined || beyond === undefined) continue;
    const index = of(details)?.indexOf(beyond) ?? 0;
    const wanted = ceiling.length === 0 ? 'none' : `no more than ${ceiling.join(', ')}`;
    refuse({ layer, higher, at: [...at, index], found: beyond, wanted }, report);
  }
}

type Details = SandboxLayer['details'];

const SWITCHES: readonly { at: Path; of(details: Details): boolean | undefined }[] = [
  { at: ['autoAllow'], of: (details) => details.autoAllow },
  { at: ['network', 'allowLocalBinding'], of: (details) => details.network?.allowLocalBinding },
];

/** The lists that open the sandbox. With `isEmptyWithoutWord`, settings without the list allow nothing. */
const OPENING: readonly { at: Path; of(details: Details): readonly string[] | undefined; isEmptyWithoutWord: boolean }[] = [
  { at: ['excludedCommands'], of: (details) => details.excludedCommands, isEmptyWithoutWord: true },
  { at: ['filesystem', 'allowWrite'], of: (details) => details.filesystem?.allowWrite, isEmptyWithoutWord: false },
  { at: ['network', 'allowedDomains'], of: (details) => details.network?.allowedDomains, isEmptyWithoutWord: false },
  { at: ['network', 'allowUnixSockets'], of: (details) => details.network?.allowUnixSockets, isEmptyWithoutWord: false },
];

interface Looser {
  readonly layer: SandboxLayer;
  readonly higher: SandboxLayer;
  readonly at: Path;
  readonly found: string;
  readonly wanted: string;
}

function refuse({ layer, higher, at, found, wanted }: Looser, report: Report): void {
  const full = [...layer.path, ...at];
  const path = layer.flat.places.has(dotted(full)) ? full : layer.path;
  const position = positionOf(higher.flat, [...higher.path, ...at]) ?? positionOf(higher.flat, higher.path);
  const from = position === undefined ? 'the settings' : positionText(position);
  tell(errors.CONFIG_SANDBOX_LOOSER({ path: dotted(path), found, wanted, from }), path, { flat: layer.flat, report });
}

/** Checks `autoAllow`: its commands would run without a rule and, where no sandbox is available, without a sandbox. */
function checkAutoAllow(layer: SandboxLayer, soFar: readonly SandboxLayer[], report: Report): void {
  const last = (pick: (details: Details) => boolean | undefined) =>
    soFar.map((one) => pick(one.details)).findLast((value) => value !== undefined);
  const isSetHere = layer.details.autoAllow === true || layer.details.required === false;
  if (!isSetHere || last((details) => details.autoAllow) !== true || last((details) => details.required) !== false) return;
  const path = [...layer.path, layer.details.autoAllow === true ? 'autoAllow' : 'required'];
  const problem = 'is not allowed: autoAllow with required: false could run commands unasked and without a sandbox';
  const fix = 'Remove required: false, or autoAllow.';
  tell(errors.CONFIG_VALUE_REFUSED({ path: dotted(path), problem, fix }), path, { flat: layer.flat, report });
}
