export type Env = Readonly<Record<string, string | undefined>>;

/** The value of a variable. An environment may be a plain object, which inherits names such as `constructor`. */
export const variable = (env: Env, name: string): string | undefined => (Object.hasOwn(env, name) ? env[name] : undefined);
