import type { Tree } from '../build/tree.js';
import type { Found } from '../model/wire.js';
import type { Places } from './places.js';

interface Wanted {
  readonly text: string;
  readonly limit: number;
  readonly places: Pick<Places, 'text'>;
}

/** Finds nodes whose title or contents have a text, in any case. Others are served while a long recording is searched. */
export async function searchNodes(tree: Tree, { text, limit, places }: Wanted): Promise<Found> {
  const wanted = text.toLowerCase();
  const ids: number[] = [];
  for (const node of wanted === '' ? [] : tree.nodes) {
    const { said, result } = tree.sourcesOf(node.id);
    // The text of an answer is found at its turn, not at each of its calls as well.
    const sources = [...(node.kind === 'call' ? [] : said), ...(result === undefined ? [] : [result])];
    const isHit =
      node.title.toLowerCase().includes(wanted) || sources.some((one) => places.text(one).toLowerCase().includes(wanted));
    if (isHit && ids.length === limit) return { ids, more: true };
    if (isHit) ids.push(node.id);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { ids, more: false };
}
