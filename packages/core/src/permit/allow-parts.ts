import type { Access } from '../contract/permission.js';
import { unclearRun } from './command-pattern.js';
import type { DecidedCall, PermissionLayers } from './decide.js';
import type { DecisionStep } from './decision.js';
import { passesInSandbox, staysInSandbox } from './in-sandbox.js';
import { matchesAccess, matchesParameter } from './match-rule.js';
import { ruleOfCommands } from './named-writes.js';
import { isInside } from './path-pattern.js';

/** For people, in the place of what a part is about. */
export const SESSION = 'change what the session remembers';

/** A call that changes something without saying what counts as a part of its own, and so does one that touches nothing named. */
export type Part = Access | 'the call itself';

/** What of the call neither a rule nor the mode allows. Every single thing that it touches must be allowed. */
export function openParts(call: DecidedCall, layers: PermissionLayers, trace: DecisionStep[]): readonly Part[] {
  return partsOf(call).filter((part) => !partAllowed(part, call, { layers, trace }));
}

function partsOf(call: DecidedCall): readonly Part[] {
  const named = call.readOnly ? call.accesses.length > 0 : call.accesses.some((access) => access.kind !== 'read');
  return named ? call.accesses : [...call.accesses, 'the call itself'];
}

function partAllowed(part: Part, call: DecidedCall, { layers, trace }: { layers: PermissionLayers; trace: DecisionStep[] }) {
  const allow = layers.rules.filter((one) => one.behavior === 'allow' && one.specifier !== undefined);
  const rule =
    part === 'the call itself'
      ? allow.find((one) => matchesParameter(one, call))
      : (allow.find((one) => matchesAccess(one, part, call, layers)) ?? ruleOfCommands(part, call, { layers, allow }));
  const outcome = rule !== undefined || allowedByMode(part, call, layers) ? 'allow' : 'no match';
  trace.push({ what: describePart(part), outcome, rule });
  return outcome === 'allow';
}

function allowedByMode(part: Part, call: DecidedCall, layers: PermissionLayers): boolean {
  if (passesInSandbox(call, layers)) return true;
  if (part === 'the call itself') return call.readOnly && !call.openWorld;
  if (part.kind === 'session') return true;
  if (part.kind === 'fetch') return false;
  if (part.kind === 'run') {
    const isTold = part.does === 'reads' || (part.does === 'edits' && layers.mode === 'acceptEdits');
    return part.does !== 'more' && (call.readOnly || isTold) && unclearRun(part) === undefined;
  }
  const inRoots = layers.roots.some((root) => isInside(part.path, root));
  if (part.kind === 'write')
    return layers.mode === 'acceptEdits' && inRoots && (part.later !== true || staysInSandbox(call, layers));
  // Copies of files for a rewind: those that a rule keeps from being read are among them.
  const isCopy = isInside(part.path, `${layers.artifactDir}/checkpoints`);
  return inRoots || (isInside(part.path, layers.artifactDir) && !isCopy);
}

function describePart(part: Part): string {
  if (part === 'the call itself') return part;
  if (part.kind === 'session') return SESSION;
  return part.kind === 'run' ? `run ${part.text}` : part.kind === 'fetch' ? `fetch ${part.url}` : `${part.kind} ${part.path}`;
}
