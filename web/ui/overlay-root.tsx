// The element that dialogs, sheets and menus are rendered into, beside the map and above it.
const ID = 'overlay-root';

export function OverlayRoot() {
  return <div id={ID} />;
}

/** The container for a portal. Null before the page has rendered one: portals then use the body. */
export function overlayRoot(): HTMLElement | null {
  return document.getElementById(ID);
}
