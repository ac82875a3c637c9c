import { h } from 'preact';
import type { TreeNode } from '../../model/trajectory.js';
import type { Recording } from '../data/recording.js';
import { useLoaded } from '../data/use-loaded.js';
import { LongTextBlock } from '../text/long-text-block.js';

/** The node as the viewer has it, and the lines of the record behind it. */
export function RawTab({ recording, node }: { readonly recording: Recording; readonly node: TreeNode | undefined }) {
  const contents = useLoaded(async () => (node === undefined ? undefined : recording.contents(node.id)), [recording, node]);
  if (node === undefined) return h('p', { class: 'nothing' }, 'Select a step.');
  const raw = contents.state === 'done' ? contents.value?.raw : undefined;
  return h(
    'div',
    null,
    h('h2', null, 'Raw'),
    contents.state === 'failed' ? h('p', { class: 'warning', role: 'alert' }, contents.reason) : null,
    raw === undefined ? null : h(LongTextBlock, { label: 'Lines of the record', text: raw }),
    h(LongTextBlock, { label: 'Step', text: { head: JSON.stringify(node, null, 2) } }),
  );
}
