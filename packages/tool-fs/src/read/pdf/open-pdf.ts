import { errors } from '../../errors.js';

/** The pieces that a page's text comes in; those without `str` mark structure. */
type TextItem = { readonly str?: string; readonly hasEOL?: boolean };

export interface Pdf {
  readonly pages: number;
  /** The text of a page, counted from 1, in the order of the file. */
  text(page: number): Promise<string>;
  close(): Promise<void>;
}

/** Opens a PDF from its bytes. Contract: throws PDF_LOCKED or FILE_DAMAGED. */
export async function openPdf(bytes: Buffer, path: string): Promise<Pdf> {
  const { getDocumentProxy } = await import('unpdf');
  const damaged = (error: unknown) =>
    (error as Error).name === 'PasswordException'
      ? errors.PDF_LOCKED({ path }, { cause: error })
      : errors.FILE_DAMAGED(
          { path, kind: 'PDF document', problem: (error as Error).message.replace(/\.$/, '') },
          { cause: error },
        );
  try {
    // A copy, because the reader takes the memory away; and it prints warnings on the console unless told not to.
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    return {
      pages: document.numPages,
      async text(number) {
        try {
          const page = await document.getPage(number);
          const { items }: { items: TextItem[] } = await page.getTextContent();
          page.cleanup();
          return items.map((item) => (item.str ?? '') + (item.hasEOL === true ? '\n' : '')).join('');
        } catch (error) {
          throw damaged(error);
        }
      },
      close: () => document.loadingTask.destroy(),
    };
  } catch (error) {
    throw damaged(error);
  }
}
