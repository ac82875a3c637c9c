/** Joins an error's message and its fix into one text. A message of a tool or a hook may lack its full stop. */
export function messageWithFix({ message, fix }: { readonly message: string; readonly fix?: string | undefined }): string {
  if (fix === undefined) return message;
  return /[.!?:…]\s*$/.test(message) ? `${message} ${fix}` : `${message}. ${fix}`;
}
