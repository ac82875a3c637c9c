import type { AgentNode, CallNode, RunNode, TreeNode, TurnNode } from '../../model/trajectory.js';
import { count, dollars, duration, moment } from '../text/format.js';
import { plainLine } from '../text/shown-text.js';
import type { Fact } from './facts.js';

/** The facts of a node that its kind has, behind those that every node has. */
export function nodeFacts(node: TreeNode): readonly Fact[] {
  const took = node.start === undefined || node.end === undefined ? undefined : duration(node.end - node.start);
  return [['Agent', plainLine(node.agent.join(' › '))], ['Began', moment(node.start)], ['Took', took], ...ofKind(node)];
}

function ofKind(node: TreeNode): readonly Fact[] {
  if (node.kind === 'call') return ofCall(node);
  if (node.kind === 'turn') return ofTurn(node);
  if (node.kind === 'run') return ofRun(node);
  return node.kind === 'agent' ? ofAgent(node) : [];
}

function ofCall({ state, code, askedMs, journal, spill, repeats }: CallNode): readonly Fact[] {
  return [
    ['State', plainLine(state)],
    ['Code', plainLine(code)],
    ['Asked a person', duration(askedMs)],
    ['Journal', journal === undefined ? undefined : journalText(journal)],
    [
      'Full result',
      spill === undefined
        ? undefined
        : `${plainLine(spill.path)}${spill.chars === undefined ? '' : `, ${count(spill.chars)} characters`}`,
    ],
    ['Repeats', repeats === undefined ? undefined : `step ${repeats}, with the same input and the same failure`],
  ];
}

function journalText({ started, repeatable, notRunAgain }: NonNullable<CallNode['journal']>): string {
  if (notRunAgain === true) return 'began before the process ended; the resumed session did not run it again';
  if (!started) return 'was never begun';
  return repeatable === true ? 'began; may be run again after a crash' : 'began; is not run again after a crash';
}

function ofTurn({ model, purpose, stopReason, usage, usd, window, error }: TurnNode): readonly Fact[] {
  return [
    ['Model', plainLine(model)],
    ['Purpose', purpose === 'turn' ? undefined : plainLine(purpose)],
    ['Stopped', plainLine(stopReason)],
    ['Input', usage === undefined ? undefined : `${count(usage.input)} tokens`],
    ['Output', usage === undefined ? undefined : `${count(usage.output)} tokens`],
    ['Cache', usage === undefined ? undefined : `${count(usage.cacheRead)} tokens read, ${count(usage.cacheWrite)} written`],
    ['Cost', usd === undefined ? undefined : dollars(usd)],
    ['Window', window === undefined ? undefined : `${Math.round(window * 100)} % full`],
    ['Error', plainLine(error)],
  ];
}

function ofRun({ source, outcome, error }: RunNode): readonly Fact[] {
  return [
    ['Began as', plainLine(source)],
    ['Outcome', plainLine(outcome ?? 'none yet')],
    ['Error', error === undefined ? undefined : `${plainLine(error.code)}: ${plainLine(error.message)}`],
    ['Fix', plainLine(error?.fix)],
  ];
}

const ofAgent = ({ outcome }: AgentNode): readonly Fact[] => [['Outcome', plainLine(outcome)]];
