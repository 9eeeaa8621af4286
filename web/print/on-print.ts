// Calls back before and after the page is printed.

type PrintListeners = { before: () => void; after: () => void };

/** `before` runs once for each printing, in time for what it changes to be on paper. */
export function onPrint({ before, after }: PrintListeners): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let isPrinting = false;
  const begin = () => {
    if (!isPrinting) before();
    isPrinting = true;
  };
  const end = () => {
    if (isPrinting) after();
    isPrinting = false;
  };
  window.addEventListener('beforeprint', begin, { signal });
  window.addEventListener('afterprint', end, { signal });
  // A preview of the print style, as developer tools have it, changes only the medium.
  matchMedia('print').addEventListener('change', ({ matches }) => (matches ? begin() : end()), { signal });
  return () => listening.abort();
}
