import { closeSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { isLoadoutError, messageOf } from '@loadout/core';
import { ruleText, type SettledCall } from '@loadout/core/run';
import type { AgentEvent, RunResult } from '@loadout/runner';
import { errors } from '../errors.js';
import { printable, printableJson } from '../printable.js';
import type { Refusal, RunWatcher, WatchedRun } from './run-watcher.js';

interface Printer {
  tell(text: string): void;
  /** Removes secrets. Absent: there are none. */
  readonly redact?: ((text: string) => string) | undefined;
}

/** One line of the log. Texts of the model and inputs of tools are not part of it. */
type Line = Readonly<Record<string, unknown>>;

/**
 * Writes one JSON line for each run that starts or ends, each call, and each refused request. A line that cannot be written, for
 * example because the disk is full, is reported once and ends nothing.
 */
class OperatorLog implements RunWatcher {
  readonly #write: (line: string) => void;
  readonly #io: Printer;
  #hasFailed = false;

  constructor(write: (line: string) => void, io: Printer) {
    this.#write = write;
    this.#io = io;
  }

  started({ id, session, agent }: WatchedRun): void {
    this.#add({ level: 'info', event: 'run.started', run: id, session, agent });
  }

  event(run: WatchedRun, event: AgentEvent): void {
    if (event.type === 'subagent') this.#event(run, event.event, { subagent: event.path.join('/') });
    else this.#event(run, event, {});
  }

  ended({ id, session, agent }: WatchedRun, result: RunResult): void {
    const { outcome, turns, toolCalls, costUsd, durationMs, modelMs, usage, error } = result;
    this.#add({
      level: outcome === 'success' ? 'info' : 'warn',
      event: 'run.ended',
      run: id,
      session,
      agent,
      outcome,
      turns,
      calls: toolCalls,
      denied: result.denials.length,
      input_tokens: usage.input_tokens,
      output_tokens: usage.output_tokens,
      cost_usd: costUsd,
      ms: Math.round(durationMs),
      model_ms: Math.round(modelMs),
      ...(error === undefined ? {} : { code: error.code, message: error.message }),
    });
  }

  refused({ code, message, what }: Refusal): void {
    this.#add({ level: 'warn', event: 'request.refused', request: what, code, message });
  }

  /** `below`: the ids of the subagent that the event comes from, the outermost first. */
  #event(
    { id, session, agent }: WatchedRun,
    event: Exclude<AgentEvent, { type: 'subagent' }>,
    below: { readonly subagent?: string },
  ): void {
    const of = { run: id, session, agent, ...below };
    if (event.type === 'tool_result') this.#add({ ...callLine(event.call), ...of });
    if (event.type === 'notice' && event.level === undefined)
      this.#add({ level: 'warn', event: 'notice', ...of, message: event.message });
  }

  #add(line: Line): void {
    try {
      const text = printableJson({ time: new Date().toISOString(), ...line });
      this.#write(`${this.#io.redact?.(text) ?? text}\n`);
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) this.#io.tell(`note: The log cannot be written: ${printable(messageOf(error))}\n`);
      this.#hasFailed = true;
    }
  }
}

function callLine({ id, name, outcome, durationMs, code, rule, deniedBy, result }: SettledCall): Line {
  const place = rule?.position === undefined ? {} : { place: placeOf(rule.position) };
  const by = rule === undefined ? {} : { rule: ruleText(rule), ...place };
  return {
    level: outcome === 'done' ? 'info' : 'warn',
    event: 'call',
    tool: name,
    call: id,
    outcome,
    ms: Math.round(durationMs),
    ...(code === undefined ? {} : { code }),
    ...(outcome === 'denied' ? { reason: result.content, ...by } : {}),
    ...(deniedBy === undefined ? {} : { denied_by: deniedBy }),
  };
}

const placeOf = ({ file, line, column }: { readonly file: string; readonly line: number; readonly column: number }) =>
  `${file}:${line}:${column}`;

export interface OpenLog extends RunWatcher {
  close(): void;
}

/** Opens the log that `--log` names: a file to append to, or `-` for standard error. Throws LOG_NOT_OPEN. */
export function openLog(target: string, io: Printer & { readonly cwd: string }): OpenLog {
  if (target === '-') return Object.assign(new OperatorLog((line) => io.tell(line), io), { close: () => {} });
  const file = resolve(io.cwd, target);
  const fd = opened(file);
  return Object.assign(new OperatorLog((line) => void writeSync(fd, line), io), { close: () => closeSync(fd) });
}

function opened(file: string): number {
  try {
    return openSync(file, 'a', 0o600);
  } catch (error) {
    if (isLoadoutError(error)) throw error;
    throw errors.LOG_NOT_OPEN({ file, problem: messageOf(error) }, { cause: error });
  }
}
