/** Hooks of the module loader: a module outside of the repository is another one in each call, as in a process of its own. */
let number;
let root;

export function initialize(data) {
  ({ number, root } = data);
}

export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  if (!found.url.startsWith('file:') || found.url.startsWith(root) || found.url.includes('?')) return found;
  return { ...found, url: `${found.url}?call=${Atomics.load(number, 0)}` };
}
