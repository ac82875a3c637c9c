import { useEffect, useState } from 'preact/hooks';

/** Whether the page is being printed: the tree is then written as a whole. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const media = matchMedia('print');
    const onChange = () => setPrinting(media.matches);
    media.addEventListener('change', onChange);
    return () => media.removeEventListener('change', onChange);
  }, []);
  return isPrinting;
}

/** The key `/` goes to the search, and Escape goes from there to the tree. */
export function useSearchKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select');
      if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        document.getElementById('search')?.focus();
      }
      if (event.key === 'Escape' && isTyping) document.querySelector<HTMLElement>('[role=tree]')?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
