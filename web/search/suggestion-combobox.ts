// Makes the library's field and list an ARIA combobox with a listbox, and fixes its keyboard and pointer handling.
import type { Typeahead } from '@mapbox/mapbox-gl-geocoder';

const LIST_ID = 'place-suggestions';
const optionId = (index: number) => `place-suggestion-${index}`;

type Parts = {
  input: HTMLInputElement;
  typeahead: Typeahead;
  /** Whether the list answers the text that is in the field now. */
  isUpToDate: () => boolean;
};

export function makeCombobox({ input, typeahead, isUpToDate }: Parts): void {
  describeList({ input, typeahead });
  handleKeys(typeahead, isUpToDate);
  ignoreMovedRows(typeahead);
  const { list } = typeahead;
  input.parentElement!.addEventListener('focusout', ({ currentTarget, relatedTarget }) => {
    const isInside = relatedTarget instanceof Node && (currentTarget as Element).contains(relatedTarget);
    if (!isInside) list.hide();
  });
}

/** A new list may arrive between press and release. A row is picked only if the same suggestion was pressed. */
function ignoreMovedRows({ list }: Typeahead): void {
  // Compared by suggestion, not by row element: redrawing replaces the elements.
  const suggestionIdAt = ({ target }: MouseEvent) => {
    const row = (target as Element).closest('li');
    const suggestion = row ? list.items[[...list.element.children].indexOf(row)]?.original : undefined;
    return suggestion?.parcel?.pin ?? suggestion?.id;
  };
  let pressed: string | undefined;
  // Not mousedown: for a touch, all mouse events come only when the finger is lifted.
  list.element.addEventListener('pointerdown', (event) => {
    pressed = suggestionIdAt(event);
  });
  // Keeps the focus in the field.
  list.element.addEventListener('mousedown', (event) => event.preventDefault());
  list.element.addEventListener(
    'mouseup',
    (event) => {
      if (suggestionIdAt(event) !== pressed) event.stopPropagation();
      pressed = undefined;
    },
    { capture: true },
  );
}

function describeList({ input, typeahead: { list } }: Omit<Parts, 'isUpToDate'>): void {
  const { show, hide, draw, drawError } = list;
  list.element.id = LIST_ID;
  input.role = 'combobox';
  input.ariaAutoComplete = 'list';
  input.setAttribute('aria-controls', LIST_ID);

  function describe(): void {
    const isOpen = list.isVisible() && !list.isEmpty();
    input.ariaExpanded = String(isOpen);
    // Without options it only frames a message. A name would make it a list again, which a message is not an item of.
    list.element.role = list.isEmpty() ? 'presentation' : 'listbox';
    list.element.ariaLabel = list.isEmpty() ? null : 'Suggestions';
    if (isOpen) input.setAttribute('aria-activedescendant', optionId(list.active));
    else input.removeAttribute('aria-activedescendant');
  }
  list.show = () => {
    // A late answer must not open the list after the user has moved on.
    if (document.activeElement === input) show.call(list);
    describe();
  };
  list.hide = () => {
    hide.call(list);
    describe();
  };
  list.draw = () => {
    draw.call(list);
    for (const [index, option] of list.element.querySelectorAll('li').entries()) {
      option.id = optionId(index);
      option.role = 'option';
      option.ariaSelected = String(index === list.active);
      if (index === list.active) option.scrollIntoView({ block: 'nearest' });
    }
  };
  list.drawError = (html) => {
    drawError.call(list, html);
    // Not the list item itself, which may not be an alert.
    for (const item of list.element.querySelectorAll('li')) {
      item.role = 'presentation';
      item.firstElementChild!.role = 'alert';
    }
  };
  describe();
}

/** Tab leaves, Escape closes, Enter picks only from a visible, up-to-date list. */
function handleKeys(typeahead: Typeahead, isUpToDate: () => boolean): void {
  const { list, handleKeyDown } = typeahead;
  typeahead.handleKeyDown = (event) => {
    switch (event.key) {
      case 'Escape':
        // Otherwise the same press closes the details of a parcel, too.
        if (list.isVisible()) event.preventDefault();
        list.hide();
        break;
      case 'Enter':
        if (list.isVisible() && isUpToDate()) handleKeyDown.call(typeahead, event);
        break;
      case 'ArrowDown':
      case 'ArrowUp':
        // Otherwise the text cursor moves as well.
        if (!list.isEmpty()) event.preventDefault();
        handleKeyDown.call(typeahead, event);
        break;
    }
  };
}
