// Settings that libraries read while they load: web/main.tsx must import this file before anything else.
// Storage: a browser that blocks it throws on every access, and some libraries access it while they load. Without the
// property they take their own fallback, and the page can show a message.
for (const name of ['localStorage', 'sessionStorage']) {
  try {
    Reflect.get(globalThis, name);
  } catch {
    Object.defineProperty(globalThis, name, { value: undefined });
  }
}
