// The library's field and list as what they are to a keyboard and a screen reader: a combobox with its listbox.
import type { Typeahead } from '@mapbox/mapbox-gl-geocoder';

const LIST_ID = 'place-suggestions';
const optionId = (index: number) => `place-suggestion-${index}`;

type Parts = {
  input: HTMLInputElement;
  typeahead: Typeahead;
  /** Whether the list is about the words as they now stand in the field. */
  isAnswered: () => boolean;
  /** What comes of locating is shown wherever the focus is. */
  isLocating: () => boolean;
};

export function makeCombobox({ input, typeahead, isAnswered, isLocating }: Parts): void {
  describeList({ input, typeahead, isLocating });
  mindKeys(typeahead, isAnswered);
  mindPointer(typeahead);
  const { list } = typeahead;
  input.parentElement!.addEventListener('focusout', ({ currentTarget, relatedTarget }) => {
    const isInside = relatedTarget instanceof Node && (currentTarget as Element).contains(relatedTarget);
    if (!isInside) list.hide();
  });
}

/** An answer may come while a button or a finger is down: what is then under it is not what was meant. */
function mindPointer({ list }: Typeahead): void {
  // Not the row: the same suggestion may be drawn again meanwhile, or come with the next answer too.
  const suggestedAt = ({ target }: MouseEvent) => {
    const row = (target as Element).closest('li');
    const suggestion = row ? list.items[[...list.element.children].indexOf(row)]?.original : undefined;
    return suggestion?.parcel?.pin ?? suggestion?.id;
  };
  let pressed: string | undefined;
  // A finger's mouse events all come when it is lifted.
  list.element.addEventListener('pointerdown', (event) => {
    pressed = suggestedAt(event);
  });
  // The focus stays in the field while the list is used with a pointer.
  list.element.addEventListener('mousedown', (event) => event.preventDefault());
  list.element.addEventListener(
    'mouseup',
    (event) => {
      if (suggestedAt(event) !== pressed) event.stopPropagation();
      pressed = undefined;
    },
    { capture: true },
  );
}

function describeList({ input, typeahead: { list }, isLocating }: Omit<Parts, 'isAnswered'>): void {
  const { show, hide, draw, drawError } = list;
  list.element.id = LIST_ID;
  list.element.ariaLabel = 'Suggestions';
  input.role = 'combobox';
  input.ariaAutoComplete = 'list';
  input.setAttribute('aria-controls', LIST_ID);

  function describe(): void {
    const isOpen = list.isVisible() && !list.isEmpty();
    input.ariaExpanded = String(isOpen);
    list.element.role = list.isEmpty() ? 'presentation' : 'listbox';
    if (isOpen) input.setAttribute('aria-activedescendant', optionId(list.active));
    else input.removeAttribute('aria-activedescendant');
  }
  list.show = () => {
    // Whoever has gone on meanwhile is not called back.
    if (document.activeElement === input || isLocating()) show.call(list);
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
    for (const message of list.element.querySelectorAll('li')) message.role = 'alert';
  };
  describe();
}

/** Tab goes on, Escape closes, Enter picks only what is seen and answers the words as they stand. */
function mindKeys(typeahead: Typeahead, isAnswered: () => boolean): void {
  const { list, handleKeyDown } = typeahead;
  typeahead.handleKeyDown = (event) => {
    switch (event.key) {
      case 'Escape':
        list.hide();
        break;
      case 'Enter':
        if (list.isVisible() && isAnswered()) handleKeyDown.call(typeahead, event);
        break;
      case 'ArrowDown':
      case 'ArrowUp':
        // Else it moves in the text as well.
        if (!list.isEmpty()) event.preventDefault();
        handleKeyDown.call(typeahead, event);
        break;
    }
  };
}
