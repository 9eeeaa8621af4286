// The overlay root: the element that the portals of dialogs, sheets and menus render into.
const ID = 'overlay-root';

export function OverlayRoot() {
  return <div id={ID} />;
}

/** The container for a portal. Null where the page has none: portals then use the body. */
export function overlayRoot(): HTMLElement | null {
  return document.getElementById(ID);
}
