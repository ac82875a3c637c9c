import { pathToFileURL } from 'node:url';
import { oneLine, ownName, table } from '@loadout/command';
import { errors as configErrors, type Diagnostic, findConfig, folderOf, partsOff } from '@loadout/config';
import { isLoadoutError, messageOf } from '@loadout/core';
import type { Command, CommandCall, CommandHost } from '@loadout/core/commands';
import { stateDir } from '@loadout/node';
import { childEnvironment, redactor } from '@loadout/runner';
import { askLine } from '../ask/ask-line.js';
import { projectOf } from '../ask/asked-of.js';
import { readPrompt } from '../ask/read-prompt.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { checkNeeds } from '../load/check-needs.js';
import { openConfigText } from '../load/config-text.js';
import { configFlagsOf, loadPlan, tellWarnings } from '../load/load-plan.js';
import { openSessions } from '../load/session-source.js';
import { writeWhole } from '../load/whole-file.js';
import { program } from '../program.js';
import { tellFailure } from '../render/tell-failure.js';
import { viewFor } from '../render/view-for.js';
import { shieldChildren } from '../serve/shield-children.js';
import { type Interrupts, keepServing, onInterrupt } from '../signals.js';
import type { PackagedCommand } from './own-commands.js';
import { serveAgent } from './serve-agent.js';

/** The host of one call of a command that a package brings. `release` gives the signals back. */
export function commandHost(io: Io, command: string): CommandHost & { release(): void } {
  const interrupted = new AbortController();
  let interrupts: Interrupts | undefined;
  let unwatch: (() => void) | undefined;
  const warned = new Set<string>();
  return {
    cwd: io.cwd,
    get project() {
      const config = findConfig(io);
      return config === undefined ? io.cwd : folderOf(config);
    },
    env: io.env,
    stateDir: stateDir(io.env),
    program: program(),
    called: ownName(io.env),
    get isTyped() {
      return io.stdin.isTTY === true;
    },
    isTerminal: io.isTerminal,
    get signal() {
      interrupts ??= onInterrupt(io, () => interrupted.abort(interrupts?.exitCode));
      return interrupted.signal;
    },
    ...printers(io),
    ...readers(io, command),
    write: writeWhole,
    get frames() {
      shieldChildren();
      return { input: io.stdin, write: (frame: string, done: (error?: Error | null) => void) => io.frame(frame, done) };
    },
    serveAgent: (flags, wish) => {
      // Output is taken over before the first code of a plugin runs.
      shieldChildren();
      return serveAgent(io, flags, wish);
    },
    load: (flags, wish) => load(io, { flags, wish, warned }),
    keepServing: () => {
      unwatch ??= keepServing(io);
    },
    release: () => {
      interrupts?.release();
      unwatch?.();
    },
  };
}

/** The ways of a command to read what is there, and what a person types. */
const readers = (
  io: Io,
  command: string,
): Pick<CommandHost, 'token' | 'edit' | 'personalRules' | 'ask' | 'sessions' | 'prompt' | 'view'> => ({
  token: (variable) => readToken(variable, io),
  edit: (flags) => openConfigText(configFlagsOf(flags), io),
  personalRules: (configFile) => projectOf(configFile, io),
  ask: (question) => ask(question, io),
  sessions: (ids, flags) => openSessions(ids, { flags: { ...configFlagsOf(flags), engine: flags.engine === true }, io, command }),
  prompt: (text, { hasOwn }) => readPrompt(text, { io, hasOwn }),
  view: (look) => viewFor(look, io),
});

/** The ways of a command to write to its user. */
const printers = (io: Io): Pick<CommandHost, 'out' | 'tell' | 'screen' | 'fail' | 'hide' | 'redact' | 'json' | 'table'> => ({
  out: (text) => io.out(text),
  tell: (text) => io.tell(text),
  screen: io.screen,
  fail: (error) => tellFailure(error, io),
  hide: (texts) => io.hide(redactor(texts)),
  redact: (text) => io.redact?.(text) ?? text,
  json: (value) => io.json(value),
  table: (rows, { widths = [], right = [] } = {}) =>
    io.out(
      table(
        rows.map((row) => row.map((cell, at) => oneLine(cell, widths[at]))),
        right,
      ),
    ),
});

const ask = async (question: string, io: Io): Promise<string | undefined> => (io.canAsk ? askLine(question, io) : undefined);

const LEAST_TOKEN = 16;

function readToken(variable: string, { env }: Io): string {
  const token = env[variable] ?? '';
  if (token.length < LEAST_TOKEN || /\s/.test(token)) throw errors.SERVE_TOKEN({ variable, length: token.length });
  return token;
}

interface Asked {
  readonly flags: Parameters<CommandHost['load']>[0];
  readonly wish: Parameters<CommandHost['load']>[1];
  /** The warnings that were told, for a command that loads again and again. */
  readonly warned: Set<string>;
}

async function load(io: Io, { flags, wish, warned }: Asked): ReturnType<CommandHost['load']> {
  const chosen = configFlagsOf(flags);
  const { profile } = chosen;
  const loaded = await loadPlan(chosen, {
    io,
    wish: wish?.runs === true ? { agent: wish.agent } : { keepParams: true, loadsNothing: wish?.loadsNothing === true },
  });
  const isNew = ({ code, message, position }: Diagnostic) => {
    const text = JSON.stringify([code, message, position]);
    return !warned.has(text) && warned.add(text);
  };
  if (wish?.runs === true) tellWarnings({ warnings: loaded.warnings.filter(isNew) }, io);
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

/** Hands the host of a command to a part of a package. */
export async function withHost<T>(io: Io, command: string, use: (host: CommandHost) => Promise<T>): Promise<T> {
  const host = commandHost(io, command);
  try {
    return await use(host);
  } finally {
    host.release();
  }
}

/** Imports the module of a command and runs it. Throws COMMAND_INVALID for a module that is not a command. */
export async function runPackaged(packaged: PackagedCommand, args: CommandCall, io: Io): Promise<number> {
  const { definition, use, file, mount } = packaged;
  const invalid = (problem: string, cause?: unknown) =>
    errors.COMMAND_INVALID({ command: definition.name, use, problem }, { cause });
  const { default: command } = (await import(pathToFileURL(file).href).catch((cause: unknown) => {
    throw isLoadoutError(cause) ? cause : invalid(`its module does not load: ${messageOf(cause)}`, cause);
  })) as { readonly default?: Partial<Command> };
  if (typeof command?.run !== 'function') throw invalid('its module has no command as default export');
  const { run } = command;
  const code: unknown = await withHost(io, definition.name, (host) => run.call(command, { ...args, mount }, host));
  if (typeof code !== 'number' || !Number.isInteger(code) || code < 0 || code > 255)
    throw invalid(`it returned ${String(code)} in place of an exit code`);
  return code;
}
