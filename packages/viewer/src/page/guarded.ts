import { type ComponentChildren, h } from 'preact';
import { useErrorBoundary } from 'preact/hooks';

/** Shows a reason in place of a view that cannot be shown: one strange field of a record breaks no other view. */
export function Guarded({ children }: { readonly children?: ComponentChildren }) {
  const [error] = useErrorBoundary() as readonly [unknown, () => void];
  return error === undefined
    ? h('div', null, children)
    : h('p', { class: 'warning', role: 'alert' }, `This view cannot be shown: ${String(error)}`);
}
