export function bringUsage(): string;
