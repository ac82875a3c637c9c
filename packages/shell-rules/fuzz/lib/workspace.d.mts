export function makeWorkspace(): string;
