import type { OtlpSpan } from '../model/otlp-spans.js';
import type { Decision } from '../model/trajectory.js';

/** The permission decision that a span of our own exporter carries as an event. */
export function spanDecision({ events }: OtlpSpan): { readonly decision?: Decision } {
  const { attributes } = events.findLast(({ name }) => name === 'loadout.permission') ?? {};
  if (attributes === undefined) return {};
  const about = (name: string) => {
    const value = attributes[`loadout.permission.${name}`];
    return typeof value === 'string' ? value : undefined;
  };
  const [, file, line, column] = /^(.*):(\d+):(\d+)$/.exec(about('source') ?? '') ?? [];
  const place = file === undefined ? undefined : { file, line: Number(line), column: Number(column) };
  const [effect, rule, source] = [about('decision') === 'deny' ? 'deny' : 'allow', about('rule'), about('source')] as const;
  const other = source === 'hook' || source === 'person' ? source : 'mode';
  const reason =
    about('reason') ?? (rule === undefined ? `The call was decided by: ${source ?? 'the mode'}.` : `The rule ${rule} decided.`);
  return { decision: { effect, by: rule === undefined ? other : 'rule', reason, rule, place } };
}
