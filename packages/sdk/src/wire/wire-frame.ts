export type WireFrame = { readonly type: string } & Readonly<Record<string, unknown>>;
