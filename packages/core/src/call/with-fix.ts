/** An error as one text. What a tool or a hook said in its own words may end without a full stop; its fix is a new sentence. */
export function withFix({ message, fix }: { readonly message: string; readonly fix?: string | undefined }): string {
  if (fix === undefined) return message;
  return /[.!?:…]\s*$/.test(message) ? `${message} ${fix}` : `${message}. ${fix}`;
}
