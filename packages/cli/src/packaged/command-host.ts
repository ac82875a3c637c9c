import { oneLine, printable, printableJson, table } from '@loadout/command';
import { recordedFile } from '@loadout/command/runs';
import { errors as configErrors } from '@loadout/config';
import type { CommandHost } from '@loadout/core/commands';
import { childEnvironment, redactor, stateDir } from '@loadout/runner';
import type { Io } from '../io.js';
import { checkNeeds } from '../load/check-needs.js';
import { loadPlan, tellWarnings } from '../load/load-plan.js';
import { partsOff } from '../load/parts-off.js';
import { writeWhole } from '../load/whole-file.js';
import { openSessions } from '../remote/session-source.js';
import { keepServing } from '../serve/keep-serving.js';
import { type Interrupts, onInterrupt } from '../signals/on-interrupt.js';
import { tellFailure } from '../tell-failure.js';
import { configFlagsOf } from './config-flags-of.js';

/** The host of one call of a command that a package brings. `release` gives the signals back. */
export function commandHost(io: Io, command: string): CommandHost & { release(): void } {
  const interrupted = new AbortController();
  let interrupts: Interrupts | undefined;
  let unwatch: (() => void) | undefined;
  return {
    cwd: io.cwd,
    env: io.env,
    stateDir: stateDir(io.env),
    isTerminal: io.isTerminal,
    get columns() {
      return io.columns;
    },
    get signal() {
      interrupts ??= onInterrupt(io, () => interrupted.abort(interrupts?.exitCode));
      return interrupted.signal;
    },
    out: (text) => io.out(printable(text)),
    tell: (text) => io.tell(printable(text)),
    screen: { out: (text) => io.out(text), tell: (text) => io.tell(text) },
    fail: (error) => tellFailure(error, io),
    hide: (texts) => io.hideToo(redactor(texts)),
    redact: (text) => io.redact?.(text) ?? text,
    json: (value) => io.out(`${printableJson(value, 2)}\n`),
    table: (rows, { widths = [], right = [] } = {}) =>
      io.out(
        table(
          rows.map((row) => row.map((cell, at) => oneLine(cell, widths[at]))),
          right,
        ),
      ),
    write: writeWhole,
    load: (flags, wish) => load(io, { flags, wish }),
    recordings: (names, flags) => recordings(io, { names, flags, command }),
    keepServing: () => {
      unwatch ??= keepServing(io);
    },
    release: () => {
      interrupts?.release();
      unwatch?.();
    },
  };
}

interface Wanted {
  readonly names: readonly string[];
  readonly flags: Parameters<CommandHost['recordings']>[1];
  /** The name of the command, for messages. */
  readonly command: string;
}

async function recordings(io: Io, { names, flags, command }: Wanted): ReturnType<CommandHost['recordings']> {
  const source = await openSessions(names, { flags: { ...configFlagsOf(flags), engine: flags.engine === true }, io, command });
  try {
    const { secrets, given, sessions } = source;
    const files = given.map((one) => recordedFile(one, { cwd: io.cwd, sessions, env: io.env }));
    return { files, secrets, follow: (signal) => source.follow(signal), close: () => source.close() };
  } catch (error) {
    source.close();
    throw error;
  }
}

interface Asked {
  readonly flags: Parameters<CommandHost['load']>[0];
  readonly wish: Parameters<CommandHost['load']>[1];
}

async function load(io: Io, { flags, wish }: Asked): ReturnType<CommandHost['load']> {
  const chosen = configFlagsOf(flags);
  const { profile } = chosen;
  const loaded = await loadPlan(chosen, {
    io,
    wish: wish?.runs === true ? { agent: wish.agent } : { keepParams: true },
  });
  if (wish?.runs === true) tellWarnings(loaded, io);
  const { plan, trust } = loaded;
  return {
    plan,
    childEnv: childEnvironment(io.env, plan.workspace),
    disabled: (section) => [...partsOff(loaded, section).keys()].sort(),
    requireParts: (agent) => checkNeeds(loaded, agent, { env: io.env, profile }),
    refuse: (part) => {
      const { config, hash } = trust ?? { config: plan.configFile ?? '', hash: '' };
      throw configErrors.TRUST_NEEDED({ config, hash, what: `${part} is off until then` });
    },
  };
}
