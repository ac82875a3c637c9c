/**
 * The knots of a graph of `Map<node, Iterable<node>>`: its strongly connected components of two nodes or more, the largest
 * first. Many circles can run through one knot.
 */
export function knotsOf(graph) {
  const order = [];
  walk(graph, { from: graph.keys(), onEnd: (node) => order.push(node) });
  const knots = [];
  const seen = new Set();
  const turned = turnedAround(graph);
  for (const node of order.reverse()) {
    const knot = [];
    walk(turned, { from: [node], seen, onEnd: (member) => knot.push(member) });
    if (knot.length > 1) knots.push(knot.sort());
  }
  return knots.sort((a, b) => b.length - a.length || (a[0] < b[0] ? -1 : 1));
}

/** Walks the graph depth first. Calls `onEnd` with a node when all nodes behind it are done. */
function walk(graph, { from, seen = new Set(), onEnd }) {
  const visit = (node) => {
    if (seen.has(node)) return;
    seen.add(node);
    for (const next of graph.get(node) ?? []) visit(next);
    onEnd(node);
  };
  for (const node of from) visit(node);
}

function turnedAround(graph) {
  const turned = new Map();
  for (const [node, nexts] of graph) for (const next of nexts) turned.set(next, [...(turned.get(next) ?? []), node]);
  return turned;
}
