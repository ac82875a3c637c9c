/**
 * The folders to look for a package in, in the order in which a run looks: a package of Loadout is the one that came with the
 * Loadout that runs, any other one is the project's.
 */
export function searchOrder(
  name: string,
  { project, own }: { readonly project: readonly string[]; readonly own: readonly string[] },
): readonly string[] {
  return [...new Set(name.startsWith('@loadout/') ? [...own, ...project] : [...project, ...own])];
}
