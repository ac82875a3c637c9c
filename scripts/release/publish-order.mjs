/** Returns the packages so that each comes after those that it needs: a reader of the registry finds no package without its parts. */
export function publishOrder(packages) {
  const byName = new Map(packages.map((one) => [one.json.name, one]));
  const ordered = new Set();
  const visit = (one, path = []) => {
    if (ordered.has(one)) return;
    if (path.includes(one))
      throw new Error(`Packages need each other: ${[...path, one].map(({ json }) => json.name).join(' -> ')}`);
    for (const name of needsOf(one.json)) if (byName.has(name)) visit(byName.get(name), [...path, one]);
    ordered.add(one);
  };
  // The two that people install by name come last: they are found only when all else is there.
  const isFront = ({ json }) => ['@loadout/cli', 'create-loadout'].includes(json.name);
  for (const one of packages.filter((one) => !isFront(one))) visit(one);
  for (const one of packages.filter(isFront)) visit(one);
  return [...ordered];
}

/** Optional peers do not count: the command takes the engine of the SDK, which takes nothing of the command. */
export const needsOf = ({ dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) => [
  ...Object.keys(dependencies),
  ...Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true),
];
