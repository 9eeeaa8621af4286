// A browser that refuses to keep anything throws as soon as its storage is named, which libraries do as they load. From
// here on such a browser has none, and the page lives to say so.
for (const name of ['localStorage', 'sessionStorage']) {
  try {
    Reflect.get(globalThis, name);
  } catch {
    Object.defineProperty(globalThis, name, { value: undefined });
  }
}
