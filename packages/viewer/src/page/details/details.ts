import { h } from 'preact';
import type { Contents, RuleEntry, TreeNode } from '../../model/trajectory.js';
import type { Recording } from '../data/recording.js';
import { useLoaded } from '../data/use-loaded.js';
import { FileDiff } from '../files/file-diff.js';
import { LongTextBlock } from '../text/long-text-block.js';
import { plainLine } from '../text/shown-text.js';
import { rowLabel } from '../tree/row-label.js';
import { signOf } from '../tree/sign.js';
import { DecisionBox } from './decision-box.js';
import { Facts } from './facts.js';
import { HookTable } from './hook-table.js';
import { MessageBlocks } from './message-blocks.js';
import { nodeFacts } from './node-facts.js';

interface DetailsProps {
  readonly recording: Recording;
  readonly node: TreeNode | undefined;
  readonly rules: readonly RuleEntry[];
}

/** All that the record says of the selected node. */
export function Details({ recording, node, rules }: DetailsProps) {
  const contents = useLoaded(async () => (node === undefined ? undefined : recording.contents(node.id)), [recording, node]);
  if (node === undefined) return h('p', { class: 'nothing' }, 'Select a step.');
  const { name, title } = rowLabel(node);
  const { sign, words, tone } = signOf(node);
  return h(
    'article',
    { class: 'details' },
    h(
      'h2',
      null,
      h('span', { class: `sign tone-${tone}`, title: words }, sign),
      ' ',
      name,
      ' ',
      h('span', { class: 'details-title' }, title),
    ),
    node.kind === 'call' && node.decision !== undefined ? h(DecisionBox, { call: node, decision: node.decision, rules }) : null,
    node.kind === 'turn' && node.cacheBreak !== undefined
      ? h('p', { class: 'warning' }, `The cache was broken: ${plainLine(node.cacheBreak)}`)
      : null,
    h(Facts, { facts: nodeFacts(node) }),
    node.kind === 'call' ? h(HookTable, { hooks: node.hooks ?? [] }) : null,
    contents.state === 'loading' ? h('p', { class: 'quiet' }, 'Loading…') : null,
    contents.state === 'failed' ? h('p', { class: 'warning', role: 'alert' }, contents.reason) : null,
    contents.state === 'done' && contents.value !== undefined ? h(ContentsBlocks, { contents: contents.value }) : null,
  );
}

function ContentsBlocks({ contents: { input, result, sent, said, files } }: { readonly contents: Contents }) {
  return h(
    'div',
    null,
    input === undefined ? null : h(LongTextBlock, { label: 'Input', text: input }),
    (files ?? []).map((file) => h(FileDiff, { file })),
    result === undefined ? null : h(LongTextBlock, { label: 'Result', text: result }),
    h(MessageBlocks, { label: 'Answer', blocks: said ?? [] }),
    h(MessageBlocks, { label: 'New in the request', blocks: sent ?? [] }),
  );
}
