// What the page keeps in local storage. Storage may be blocked or full: then nothing is found, and what was chosen counts
// until the page is closed.

/** Null where nothing is kept. */
export function keptText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Undefined removes it. False where it could not be kept. */
export function keepText(key: string, text: string | undefined): boolean {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Undefined where nothing is kept, or not what this page has written. */
export function keptJson(key: string): unknown {
  try {
    return JSON.parse(keptText(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Empty where storage is blocked. */
export function keptKeys(): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at)!);
  } catch {
    return [];
  }
}
