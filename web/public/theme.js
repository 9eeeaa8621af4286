// Before the first paint: web/color-scheme.ts has kept what was chosen, and takes over once it has loaded.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  let chosen = null;
  try {
    chosen = localStorage.getItem('theme');
  } catch {
    // A browser that keeps nothing says so later.
  }
  document.documentElement.dataset.theme = chosen ?? dark;
})();
