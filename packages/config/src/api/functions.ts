/** Public functions that load their code at the first call, so that parsers and compilers cost nothing before. */

/** Loads what reads, checks and changes files: one part, because a program that needs some of it soon needs the rest. */
export const loadRest = () => import('./rest.js');

type Rest = Awaited<ReturnType<typeof loadRest>>;
type Later<F> = F extends (...given: infer G) => infer R ? (...given: G) => Promise<Awaited<R>> : never;

/** The function of this name, which loads its code when it is called. */
const later = <Name extends keyof Rest>(name: Name) =>
  (async (...given: readonly unknown[]) => {
    const found = (await loadRest())[name] as (...given: readonly unknown[]) => unknown;
    return found(...given);
  }) as Later<Rest[Name]>;

/** Reads, checks and compiles a configuration. */
export const loadConfig = later('loadConfig');

/** Judges whether the parts of a configuration that wait for trust may act. */
export const judgeConfig = later('judgeConfig');

/** Records that this user trusts the judged content, or this configuration with any future content. Throws TRUST_FOLDER_OPEN. */
export const recordTrust = later('recordTrust');

/** Removes the trust in a folder. Resolves to whether the folder was trusted. */
export const revokeTrust = later('revokeTrust');

/** Changes the person's own file beside a configuration, and records that it is this user's. Throws what `refusal` makes, and TRUST_*. */
export const changePersonal = later('changePersonal');

/** Returns the JSON Schema of a configuration file. `editorSchema` of `@loadout/setup` adds the options of plugins and the tests. */
export const configSchema = later('configSchema');
