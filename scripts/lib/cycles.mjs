/** The circles in a graph of `Map<node, Iterable<node>>`, each once, as a list of its nodes. */
export function cyclesOf(graph) {
  const state = new Map();
  const path = [];
  const cycles = [];
  const visit = (node) => {
    if (state.get(node) === 'done') return;
    if (state.get(node) === 'open') {
      cycles.push(path.slice(path.indexOf(node)));
      return;
    }
    state.set(node, 'open');
    path.push(node);
    for (const next of graph.get(node) ?? []) visit(next);
    path.pop();
    state.set(node, 'done');
  };
  for (const node of graph.keys()) visit(node);
  return cycles;
}
