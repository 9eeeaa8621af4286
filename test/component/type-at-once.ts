// Types into a field faster than any debounce, on however busy a machine.
import type { Locator } from 'vitest/browser';

export function typeAtOnce(field: Locator, text: string): void {
  const input = field.element() as HTMLInputElement;
  // React overrides the property of the element to see who has set it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
