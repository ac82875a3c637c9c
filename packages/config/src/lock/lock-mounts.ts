/**
 * A plugin or provider of a configuration. `use` has the form of the plan: without a version range, and with a path relative to
 * `configDir`.
 */
export interface LockMount {
  readonly path: string;
  readonly use: string;
}

/** The plugins and providers that a plan loads. */
export const lockMounts = (plan: {
  readonly plugins: readonly { readonly mount: string; readonly use: string }[];
  readonly providers: Readonly<Record<string, { readonly use: string }>>;
}): readonly LockMount[] => [
  ...plan.plugins.map(({ mount, use }) => ({ path: `plugins.${mount}`, use })),
  ...Object.entries(plan.providers).map(([name, { use }]) => ({ path: `providers.${name}`, use })),
];
