import { isText } from '@loadout/core/model';
import type { ObservedRun } from '@loadout/runner';
import { type Attributes, now } from './attributes.js';
import type { Listener, Of, OwnEvent, Where } from './listener.js';
import { ATTRIBUTE as A, EVENT, SCOPE } from './names.js';
import type { Settings } from './settings.js';
import type { Severity, Sink } from './sink.js';
import { denialOf, errorOf, hookAttributes, placeText, resultAttributes, usageAttributes } from './span-attributes.js';

/** A record without its time and its place. */
interface Line {
  readonly name: string;
  readonly severity: Severity;
  readonly attributes: Attributes;
}

interface LogsParts {
  readonly run: ObservedRun;
  readonly sink: Sink;
  readonly settings: Settings;
}

/** Writes log records about decisions, refusals, retries, failures and results of runs. */
export function agentLogs({ run, sink, settings }: LogsParts): Listener {
  /** The texts of answers, by the span of their request. */
  const answers = new Map<string, string>();
  return (event, where) => {
    const { spanId } = where.span;
    if (settings.content && event.type === 'block' && isText(event.block))
      answers.set(spanId, (answers.get(spanId) ?? '') + event.block.text);
    const answer = answers.get(spanId) ?? '';
    if (event.type === 'response') answers.delete(spanId);
    const line =
      lineOf(event) ?? (settings.content ? detailsOf(event, { where, answer: run.redact?.(answer) ?? answer }) : undefined);
    if (line === undefined) return;
    const attributes = { [A.conversation]: run.sessionId, [A.agent]: where.agent, ...line.attributes };
    sink.log({ scope: SCOPE, at: now(), span: where.span, ...line, attributes });
  };
}

function lineOf(event: OwnEvent): Line | undefined {
  switch (event.type) {
    case 'permitted':
      return { name: EVENT.decision, severity: 'info', attributes: allowed(event) };
    case 'tool_result':
      return callLine(event);
    case 'retry':
      return { name: EVENT.retry, severity: 'warn', attributes: { attempt: event.attempt, reason: event.reason } };
    case 'response':
      if (event.error === undefined) return undefined;
      return { name: EVENT.exception, severity: 'warn', attributes: { [A.requestModel]: event.model, [A.error]: event.error } };
    case 'hook':
      if (event.outcome !== 'failed') return undefined;
      return { name: EVENT.hookFailure, severity: 'warn', attributes: hookAttributes(event) };
    case 'result':
      return resultLine(event);
    default:
      return undefined;
  }
}

const allowed = ({ id, name, rule, position, reason }: Of<'permitted'>): Attributes => ({
  [A.tool]: name,
  [A.toolCall]: id,
  [A.decision]: 'allow',
  [A.rule]: rule,
  [A.source]: placeText(position),
  [A.reason]: reason,
});

function callLine({ id, name, call }: Of<'tool_result'>): Line | undefined {
  const attributes = { [A.tool]: name, [A.toolCall]: id, [A.error]: errorOf(call) };
  if (call.outcome === 'denied')
    return { name: EVENT.decision, severity: 'warn', attributes: { ...attributes, ...denialOf(call) } };
  return call.outcome === 'done' ? undefined : { name: EVENT.toolFailure, severity: 'warn', attributes };
}

function resultLine({ result }: Of<'result'>): Line {
  const isGood = result.outcome === 'success';
  const error = isGood ? undefined : (result.error?.code ?? result.outcome);
  return {
    name: EVENT.result,
    severity: isGood ? 'info' : 'error',
    attributes: { ...resultAttributes(result), [A.error]: error },
  };
}

/** The details of a request, with the text of its answer. Sent only with the contents of the conversation. */
function detailsOf(event: OwnEvent, { where, answer }: { readonly where: Where; readonly answer: string }): Line | undefined {
  if (event.type !== 'response') return undefined;
  const labels = {
    [A.operation]: 'chat',
    [A.provider]: where.provider,
    [A.requestModel]: event.model,
    [A.outputMessages]: answer,
  };
  return { name: EVENT.details, severity: 'debug', attributes: { ...labels, ...usageAttributes(event.usage) } };
}
