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

function isCut(text: Text): boolean {
  const range = document.createRange();
  range.selectNodeContents(text);
  const button = text.parentElement!.closest('button, label, summary, [role="menuitemradio"]');
  return [...range.getClientRects()].some(
    (rect) =>
      isBeyondBoxes(text.parentElement!, rect) || (button && isBeyond(button.getBoundingClientRect(), rect)),
  );
}

function isBeyondBoxes(element: Element, rect: DOMRect): boolean {
  if (rect.left < -SLACK_PX || rect.right > innerWidth + SLACK_PX) return true;
  let scrollsDown = false;
  for (let box: Element | null = element; box; box = box.parentElement) {
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box);
    // Set together by the designs that are meant to cut.
    if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false;
    const edge = box.getBoundingClientRect();
    // Also where it scrolls: nobody scrolls a panel sideways.
    if (overflowX !== 'visible' && (rect.left < edge.left - SLACK_PX || rect.right > edge.right + SLACK_PX))
      return true;
    if (overflowY === 'auto' || overflowY === 'scroll') scrollsDown = true;
    const isBelow = rect.bottom > edge.bottom + SLACK_PX || rect.top < edge.top - SLACK_PX;
    if (!scrollsDown && overflowY !== 'visible' && isBelow) return true;
  }
  return !scrollsDown && (rect.top < -SLACK_PX || rect.bottom > innerHeight + SLACK_PX);
}

const isBeyond = (edge: DOMRect, rect: DOMRect) =>
  rect.left < edge.left - SLACK_PX ||
  rect.right > edge.right + SLACK_PX ||
  rect.top < edge.top - SLACK_PX ||
  rect.bottom > edge.bottom + SLACK_PX;
