import { h } from 'preact';
import type { BlockContent } from '../../model/content.js';
import type { Contents, HookAnswer, RuleEntry, TreeNode } from '../../model/trajectory.js';
import type { Recording } from '../data/recording.js';
import { useLoaded } from '../data/use-loaded.js';
import { FileDiff } from '../files/file-diff.js';
import { TableHead } from '../table-head.js';
import { duration } from '../text/format.js';
import { LongTextBlock } from '../text/long-text-block.js';
import { plainLine } from '../text/shown-text.js';
import { rowLabel } from '../tree/row-label.js';
import { signOf } from '../tree/sign.js';
import { DecisionBox } from './decision-box.js';
import { Facts } from './facts.js';
import { nodeFacts } from './node-facts.js';
import { placeText } from './place-text.js';

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

/** The hooks of a call with their answers and times. */
function HookTable({ hooks }: { readonly hooks: readonly HookAnswer[] }) {
  if (hooks.length === 0) return null;
  return h(
    'section',
    { class: 'block' },
    h('h3', null, 'Hooks'),
    h(
      'table',
      null,
      h(TableHead, { names: ['Event', 'Hook', 'Answer', 'Time', 'Place'] }),
      h(
        'tbody',
        null,
        hooks.map(({ event, name, outcome, durationMs, place }) =>
          h(
            'tr',
            null,
            [plainLine(event), plainLine(name), plainLine(outcome), duration(durationMs), placeText(place)].map((cell) =>
              h('td', null, cell),
            ),
          ),
        ),
      ),
    ),
  );
}

/** Blocks of messages. A picture is shown only from its own bytes, and only in formats that cannot hold a program. */
function MessageBlocks({ label, blocks }: { readonly label: string; readonly blocks: readonly BlockContent[] }) {
  if (blocks.length === 0) return null;
  return h(
    'section',
    { class: 'message' },
    h('h3', { class: 'group' }, label),
    blocks.map((block) => h(Block, { block })),
  );
}

const PICTURES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const BASE64 = /^[A-Za-z0-9+/=\s]+$/;

function Block({ block }: { readonly block: BlockContent }) {
  if (block.type === 'call') return h('p', { class: 'quiet' }, `Call of ${plainLine(block.tool)}, ${plainLine(block.callId)}`);
  if (block.type === 'result')
    return h(LongTextBlock, {
      label: `Result of ${plainLine(block.callId)}${block.isError ? ', an error' : ''}`,
      text: block.text,
    });
  if (block.type === 'image') {
    const isShown = PICTURES.includes(block.mediaType) && BASE64.test(block.data ?? '');
    if (isShown)
      return h('img', {
        src: `data:${block.mediaType};base64,${block.data}`,
        alt: plainLine(block.note ?? 'A picture of the record'),
      });
    return h('p', { class: 'quiet' }, `A picture, ${plainLine(block.mediaType)}. ${plainLine(block.note ?? '')}`);
  }
  const label = block.type === 'other' ? plainLine(block.name) : block.type === 'thinking' ? 'Thinking' : 'Text';
  return h(LongTextBlock, { label, text: block.text });
}
