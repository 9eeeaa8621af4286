// Which texts on the page are cut off: by the screen, by a box that hides its overflow, or by their own button.

/** Letters may reach a little beyond their line. */
const SLACK_PX = 2;

/** Texts that end with an ellipsis or after a number of lines by design are not among them. */
export function cutTexts(): string[] {
  const cut = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.trim() && isShown(text.parentElement!) && isCut(text)) cut.add(text.data.trim());
  }
  return [...cut];
}

const isShown = (element: Element) =>
  element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) &&
  !element.closest('.sr-only, script, style');

const BUTTON = 'button, label, summary, [role="menuitemradio"]';

function isCut(text: Text): boolean {
  const range = document.createRange();
  range.selectNodeContents(text);
  return [...range.getClientRects()].some((rect) => isBeyondBoxes(text.parentElement!, rect));
}

function isBeyondBoxes(element: Element, rect: DOMRect): boolean {
  let scrollsDown = false;
  for (let box: Element | null = element; box; box = box.parentElement) {
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box);
    const edge = box.getBoundingClientRect();
    const isForScreenReaders = overflowX === 'hidden' && edge.width <= 1;
    if (isForScreenReaders || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false;
    const isButton = box.matches(BUTTON);
    // Also where it scrolls: nobody scrolls a panel sideways.
    if ((isButton || overflowX !== 'visible') && isBeside(edge, rect)) return true;
    if (overflowY === 'auto' || overflowY === 'scroll') scrollsDown = true;
    if (!scrollsDown && (isButton || overflowY !== 'visible') && isAboveOrBelow(edge, rect)) return true;
  }
  const screen = new DOMRect(0, 0, innerWidth, innerHeight);
  return isBeside(screen, rect) || (!scrollsDown && isAboveOrBelow(screen, rect));
}

const isBeside = (edge: DOMRect, { left, right }: DOMRect) =>
  left < edge.left - SLACK_PX || right > edge.right + SLACK_PX;

const isAboveOrBelow = (edge: DOMRect, { top, bottom }: DOMRect) =>
  top < edge.top - SLACK_PX || bottom > edge.bottom + SLACK_PX;
