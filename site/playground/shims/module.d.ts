export function offerModule(name: string, module: unknown): void;
