import { duration, oneLine, type Paint, printable, printableJson, type Style } from '@loadout/command';
import type { HookRound } from '@loadout/core';
import type { HookResponse } from '@loadout/core/run';
import type { TriedHooks } from '@loadout/explain';

const STYLES: Readonly<Partial<Record<HookResponse['outcome'], Style>>> = {
  allow: 'green',
  ask: 'yellow',
  deny: 'red',
  failed: 'red',
};

/** Each hook with its answer and its time, followed by their combined effect. */
export function triedHooksText(
  { hooks, combined }: TriedHooks,
  { event, paint }: { readonly event: string; readonly paint: Paint },
): string {
  if (hooks.length === 0) return `No ${event} hook would run.\n`;
  const lines = hooks.flatMap((hook) => [
    `${paint(STYLES[hook.outcome] ?? 'dim', hook.outcome)}  ${oneLine(hook.name, 100)}  ${duration(hook.durationMs)}`,
    ...details(hook).map((line) => `    ${line}`),
  ]);
  return `${[...lines, '', 'Combined:', ...together(combined).map((line) => `    ${line}`)].join('\n')}\n`;
}

function details({ answer, problem, stdout, stderr, exitCode }: HookResponse): readonly string[] {
  return [
    ...(problem === undefined ? [] : [`problem: ${oneLine(problem, 500)}`]),
    ...(answer === undefined ? [] : [`answer: ${oneLine(printableJson(answer), 1_000)}`]),
    ...(exitCode === undefined || exitCode === 0 ? [] : [`exit code: ${exitCode ?? 'ended by a signal'}`]),
    ...(stdout === undefined || stdout.trim() === '' || answer !== undefined ? [] : [`stdout: ${oneLine(stdout, 500)}`]),
    ...(stderr === undefined || stderr.trim() === '' ? [] : [`stderr: ${oneLine(stderr, 500)}`]),
  ];
}

function together({ verdict, updatedInput, updatedOutput, contexts, messages, stop }: HookRound): readonly string[] {
  const lines = [
    ...(verdict === undefined ? [] : [`${verdict.behavior} by ${verdict.by}: ${verdict.reason}`]),
    ...(stop === undefined ? [] : [`ends the run: ${stop}`]),
    ...(updatedInput === undefined ? [] : [`input: ${printableJson(updatedInput.value)}`]),
    ...(updatedOutput === undefined ? [] : [`output: ${printableJson(updatedOutput.value)}`]),
    ...contexts.map((text) => `for the model: ${text}`),
    ...messages.map((text) => `for the model and the person: ${text}`),
  ];
  return lines.length === 0 ? ['no decision'] : lines.map((line) => oneLine(printable(line), 1_000));
}
