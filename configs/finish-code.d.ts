export function finishCode(
  code: string,
  options?: { readonly hasNames?: boolean; readonly calledEarly?: ReadonlySet<string> },
): string;
