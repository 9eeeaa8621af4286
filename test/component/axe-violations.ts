// Checks a part of the page with axe. It is put in as a script: a package imported by name would be prebundled, and the
// page reloaded under the test.
import axeSource from 'axe-core/axe.min.js?raw';

type Axe = {
  run(selector: string): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
};

/** The rules that are broken, each with the elements concerned. */
export async function axeViolations(selector: string): Promise<string[]> {
  const page = globalThis as typeof globalThis & { axe?: Axe };
  if (!page.axe) {
    const script = document.createElement('script');
    script.textContent = axeSource;
    document.head.append(script);
  }
  const { violations } = await page.axe!.run(selector);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
