export function finishCode(code: string, options?: { readonly hasNames?: boolean }): string;
