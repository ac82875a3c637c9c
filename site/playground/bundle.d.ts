/** Files of the disk in memory, which the bundle holds as text. */
declare module 'loadout:packages' {
  export const own: Readonly<Record<string, string>>;
  export const packages: Readonly<Record<string, string>>;
}

/** The scope of the worker, as far as it is used. */
declare const self: {
  addEventListener(event: 'message', listener: (event: { readonly data: never }) => void): void;
  postMessage(message: unknown): void;
};
