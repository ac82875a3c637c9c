/**
 * The folders to search for a package, in the order of a run. A package of Loadout is the one installed with the running Loadout;
 * any other package belongs to the project.
 */
export function searchOrder(
  name: string,
  { project, own }: { readonly project: readonly string[]; readonly own: readonly string[] },
): readonly string[] {
  return [...new Set(name.startsWith('@loadout/') ? [...own, ...project] : [...project, ...own])];
}
